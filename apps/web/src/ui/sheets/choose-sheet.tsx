import { Alert, Button, FileButton, Progress } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import styles from './sheets.module.css'

/** How the sending of a sheet goes; `useSendSheet` in lib does it. */
export interface SheetSending {
  isSending: boolean
  /** From 0 to 1: what was sent. */
  share: number
  /** Why the last sheet was refused. */
  refused: string | undefined
  send: (file: File) => void
}

interface Props {
  title: string
  text: string
  /** The largest sheet; the size is in bytes. */
  most: { rows: number; size: number }
  sending: SheetSending
  onClose: () => void
  /** More help, such as an example. */
  children?: ReactNode
}

/** Asks for a sheet; a refusal stays on the screen until another one is chosen. */
export function ChooseSheet({ title, text, most, sending, onClose, children }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const reset = useRef<() => void>(null)
  const { isSending, share, refused, send } = sending

  function choose(file: File | null) {
    if (!file) return
    // Otherwise the same file could not be chosen again after it was corrected.
    reset.current?.()
    send(file)
  }

  return (
    <Dialog title={title} isBusy={isSending} onClose={onClose} size={520}>
      <p className={styles.text}>{text}</p>
      <p className={styles.hint}>
        {t('ui.sheets.limits', { rows: format.number(most.rows), size: format.fileSize(most.size) })}
      </p>
      {children}
      {refused !== undefined && (
        <Alert color="red" role="alert">
          {refused}
        </Alert>
      )}
      {isSending ? (
        <div role="status">
          <Progress value={share * 100} animated={share === 1} aria-label={t('ui.sheets.sending')} />
          <p className={styles.hint}>{t(share < 1 ? 'ui.sheets.sending' : 'ui.sheets.reading')}</p>
        </div>
      ) : (
        <FileButton accept=".xlsx,.xls,.csv,text/csv" resetRef={reset} onChange={choose}>
          {(button) => (
            <Button variant="default" leftSection={<IconFileSpreadsheet size={16} />} data-autofocus {...button}>
              {t('ui.sheets.choose')}
            </Button>
          )}
        </FileButton>
      )}
    </Dialog>
  )
}
