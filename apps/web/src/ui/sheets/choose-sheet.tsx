import { type ContactSheet, limits } from '@guiche/contract'
import { Alert, Button, FileButton, Progress } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/cache/queries.ts'
import { useFormat } from '../../../lib/format.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import styles from './sheets.module.css'
import { uploadSheet } from './sheets.api.ts'

interface Props {
  onRead: (sheet: ContactSheet) => void
  onClose: () => void
}

export function ChooseSheet({ onRead, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [share, setShare] = useState(0)
  const [refused, setRefused] = useState<string>()
  const reset = useRef<() => void>(null)
  const send = useMutation({
    mutationFn: (file: File) => uploadSheet(file, setShare),
    onSuccess: onRead,
    onError: (error) => setRefused(errorText(error)),
    meta: { handles: 'all' },
  })

  function choose(file: File | null) {
    if (!file) return
    // Otherwise the same file could not be chosen again after it was corrected.
    reset.current?.()
    setShare(0)
    if (file.size === 0) return setRefused(t('contact-list.import.emptyFile'))
    if (file.size > limits.sheet) return setRefused(t('errors.ERR_FILE_TOO_LARGE'))
    setRefused(undefined)
    send.mutate(file)
  }

  return (
    <Dialog title={t('contact-list.import.title')} isBusy={send.isPending} onClose={onClose} size={520}>
      <p className={styles.text}>{t('contact-list.import.text')}</p>
      <p className={styles.hint}>
        {t('contact-list.import.limits', {
          rows: format.number(limits.sheetRows),
          size: format.fileSize(limits.sheet),
        })}
      </p>
      {refused !== undefined && (
        <Alert color="red" role="alert">
          {refused}
        </Alert>
      )}
      {send.isPending ? (
        <div role="status">
          <Progress value={share * 100} animated={share === 1} aria-label={t('contact-list.import.sending')} />
          <p className={styles.hint}>{t(share < 1 ? 'contact-list.import.sending' : 'contact-list.import.reading')}</p>
        </div>
      ) : (
        <FileButton accept=".xlsx,.xls,.csv,text/csv" resetRef={reset} onChange={choose}>
          {(button) => (
            <Button variant="default" leftSection={<IconFileSpreadsheet size={16} />} data-autofocus {...button}>
              {t('contact-list.import.choose')}
            </Button>
          )}
        </FileButton>
      )}
    </Dialog>
  )
}
