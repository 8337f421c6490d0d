import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './dialog.module.css'
import { useFocusReturn } from '../use-focus-return.ts'
import { takeFocus } from './take-focus.ts'

interface Props {
  title: string
  /** The label of the confirming button: a verb. */
  action: string
  onConfirm: () => void
  onClose: () => void
  isBusy?: boolean
  isDanger?: boolean
  cancel?: string
  /** The question, which names the affected thing. */
  children: ReactNode
}

/** A question with two answers. For a dangerous action, the focus starts on the answer that changes nothing. */
export function ConfirmDialog({
  title,
  action,
  onConfirm,
  onClose,
  isBusy = false,
  isDanger = false,
  cancel,
  children,
}: Props) {
  const { t } = useTranslation()
  useFocusReturn()
  const close = () => !isBusy && onClose()
  return (
    <Modal
      ref={takeFocus}
      opened
      onClose={close}
      title={title}
      size={420}
      zIndex={300}
      withCloseButton={false}
      classNames={{ header: styles.header, title: styles.title, body: styles.body }}
    >
      <div className={styles.fields}>{children}</div>
      <footer className={styles.footer}>
        <span className={styles.aside} />
        <Button variant="default" onClick={close} disabled={isBusy} data-autofocus={isDanger || undefined}>
          {cancel ?? t('ui.cancel')}
        </Button>
        <Button
          color={isDanger ? 'red' : 'green'}
          onClick={onConfirm}
          loading={isBusy}
          data-autofocus={!isDanger || undefined}
        >
          {action}
        </Button>
      </footer>
    </Modal>
  )
}
