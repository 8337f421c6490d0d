import { Alert, Button, Modal } from '@mantine/core'
import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fate } from '../../lib/live/fate.ts'
import { Keys } from '../marks/marks.tsx'
import styles from './dialog.module.css'
import { takeFocus } from './take-focus.ts'
import { useFirstError } from './use-first-error.ts'
import { useOnTop } from './use-on-top.ts'
import { useUnsaved } from './use-unsaved.tsx'
import { useFocusReturn } from '../use-focus-return.ts'

interface Props {
  title: string
  onClose: () => void
  /** The label of the primary button: a verb. Without it the dialog is only for reading and has a close button. */
  action?: string
  /** The form's submit handler, such as `form.onSubmit(save)` of @mantine/form. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  /** The primary action is running: its button shows that, and the dialog cannot be closed. */
  isBusy?: boolean
  /** There is unsaved input: Escape, backdrop, cross, and the browser's Back and reload ask before they close. */
  isDirty?: boolean
  /** What somebody else has done to the edited record meanwhile (`useFate`). */
  fate?: Fate
  /** The primary action is destructive. */
  isDanger?: boolean
  isActionDisabled?: boolean
  /** Shows the hint Ctrl Enter; the keys confirm in every dialog with an action. */
  showsConfirmKeys?: boolean
  /** For dialogs without a field: focuses the primary button. */
  focusAction?: boolean
  size?: number
  cancel?: string
  children?: ReactNode
}

/** The pattern of all dialogs: title, form, secondary button left of the primary one. */
export function Dialog({ title, onClose, isBusy = false, isDirty = false, size = 460, ...rest }: Props) {
  const { t } = useTranslation()
  const { isAsking, ask, question } = useUnsaved(isDirty)
  const isOnTop = useOnTop()
  useFocusReturn()

  function leave() {
    if (isBusy || !isOnTop()) return
    if (isDirty) return ask({ leave: onClose, stay: () => undefined })
    onClose()
  }

  return (
    <>
      <Modal.Root
        opened
        onClose={leave}
        size={size}
        trapFocus={!isAsking}
        closeOnEscape={!isAsking}
        classNames={{ content: styles.content }}
      >
        <Modal.Overlay />
        <Modal.Content ref={takeFocus}>
          <Modal.Header className={styles.header}>
            <Modal.Title className={styles.title}>{title}</Modal.Title>
          </Modal.Header>
          <Modal.Body className={styles.body}>
            <Form {...rest} isBusy={isBusy} onClose={onClose} />
          </Modal.Body>
          <Modal.CloseButton className={styles.close} aria-label={t('ui.close')} />
        </Modal.Content>
      </Modal.Root>
      {question}
    </>
  )
}

type FormProps = Omit<Props, 'title' | 'isDirty' | 'size'>

function Form({
  action,
  onSubmit,
  onClose,
  isBusy = false,
  isDanger = false,
  isActionDisabled = false,
  focusAction = false,
  showsConfirmKeys = false,
  fate = 'same',
  cancel,
  children,
}: FormProps) {
  const { t } = useTranslation()
  const { form, focusFirstError } = useFirstError()
  const isOff = isActionDisabled || fate === 'deleted'

  function confirmByKeys(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    // React events bubble to an outer dialog's form through portals; this key is not meant for it.
    event.stopPropagation()
    if (action && !isBusy && !isOff) event.currentTarget.requestSubmit()
  }

  return (
    <form
      ref={form}
      noValidate
      onKeyDown={confirmByKeys}
      onSubmit={(event) => {
        event.preventDefault()
        // React events bubble to an outer dialog's form through portals; this submit is not meant for it.
        event.stopPropagation()
        onSubmit?.(event)
        focusFirstError()
      }}
    >
      <div className={styles.fields}>
        {/* While it is being saved, the change is one's own. */}
        {fate !== 'same' && !isBusy && (
          <Alert color={fate === 'deleted' ? 'red' : 'yellow'} role="alert">
            {t(`ui.dialog.${fate}`)}
          </Alert>
        )}
        {children}
      </div>
      {/* Keeps the focus in the field: on blur an error could appear, and the button would move away under the pointer. */}
      <footer className={styles.footer} onMouseDown={(event) => event.preventDefault()}>
        <span className={styles.aside}>{showsConfirmKeys && <Keys keys="mod+Enter" />}</span>
        <Button variant="default" onClick={onClose} disabled={isBusy} data-autofocus={!action || undefined}>
          {cancel ?? t(action ? 'ui.cancel' : 'ui.close')}
        </Button>
        {action && (
          <Button
            type="submit"
            color={isDanger ? 'red' : 'green'}
            loading={isBusy}
            disabled={isOff}
            data-autofocus={focusAction || undefined}
          >
            {action}
          </Button>
        )}
      </footer>
    </form>
  )
}
