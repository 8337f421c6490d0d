import { Button, Modal } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Keys } from '../marks/marks.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import styles from './dialog.module.css'
import { useFirstError } from './use-first-error.ts'
import { useFocusReturn } from '../use-focus-return.ts'

interface Props {
  title: string
  onClose: () => void
  /** The verb of the primary button. Without it the dialog is only read, and its one button closes it. */
  action?: string
  /** Given to the form: `form.onSubmit(save)` of @mantine/form fits. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void
  opened?: boolean
  /** The primary action is under way: its button shows it, and nothing closes the dialog. */
  isBusy?: boolean
  /** Something typed would be lost: Esc, backdrop and cross ask first. */
  isDirty?: boolean
  /** The primary action destroys. */
  isDanger?: boolean
  isActionDisabled?: boolean
  /** Shows that Ctrl and Enter confirm, which they do in every dialog with an action. */
  showsConfirmKeys?: boolean
  /** Where there is no field: focus starts at the primary button. */
  focusAction?: boolean
  size?: number
  cancel?: string
  children?: ReactNode
}

/** One pattern for every dialog: title, form, secondary at the left of primary, primary at the right. */
export function Dialog({ opened = true, title, onClose, isBusy = false, isDirty = false, size = 460, ...rest }: Props) {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  useFocusReturn()

  function leave() {
    if (isBusy) return
    if (isDirty) return setIsAsking(true)
    onClose()
  }

  return (
    <>
      <Modal.Root
        opened={opened}
        onClose={leave}
        size={size}
        trapFocus={!isAsking}
        closeOnEscape={!isAsking}
        classNames={{ content: styles.content }}
      >
        <Modal.Overlay />
        <Modal.Content>
          <Modal.Header className={styles.header}>
            <Modal.Title className={styles.title}>{title}</Modal.Title>
          </Modal.Header>
          <Modal.Body className={styles.body}>
            <Form {...rest} isBusy={isBusy} onClose={onClose} />
          </Modal.Body>
          <Modal.CloseButton className={styles.close} aria-label={t('ui.close')} />
        </Modal.Content>
      </Modal.Root>
      {isAsking && (
        <ConfirmDialog
          title={t('ui.dialog.discardTitle')}
          action={t('ui.dialog.discard')}
          cancel={t('ui.dialog.keepEditing')}
          isDanger
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            onClose()
          }}
        >
          {t('ui.dialog.discardText')}
        </ConfirmDialog>
      )}
    </>
  )
}

type FormProps = Omit<Props, 'title' | 'opened' | 'isDirty' | 'size'>

function Form({
  action,
  onSubmit,
  onClose,
  isBusy = false,
  isDanger = false,
  isActionDisabled = false,
  focusAction = false,
  showsConfirmKeys = false,
  cancel,
  children,
}: FormProps) {
  const { t } = useTranslation()
  const { form, focusFirstError } = useFirstError()

  function confirmByKeys(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    // A dialog may be drawn inside another one's form; its keys are not the other's.
    event.stopPropagation()
    if (action && !isBusy && !isActionDisabled) event.currentTarget.requestSubmit()
  }

  return (
    <form
      ref={form}
      noValidate
      onKeyDown={confirmByKeys}
      onSubmit={(event) => {
        event.preventDefault()
        // A dialog may be drawn inside another one's form; its event is not the other's.
        event.stopPropagation()
        onSubmit?.(event)
        focusFirstError()
      }}
    >
      <div className={styles.fields}>{children}</div>
      {/* Leaving a field may put an error under it, and the button would slip away from under the press. */}
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
            disabled={isActionDisabled}
            data-autofocus={focusAction || undefined}
          >
            {action}
          </Button>
        )}
      </footer>
    </form>
  )
}
