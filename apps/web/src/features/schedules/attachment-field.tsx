import { Anchor, Button, FileButton, Input } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exceededLimit } from '../../lib/files/largest-file.ts'
import { useFormat } from '../../lib/format.ts'
import styles from './schedules.module.css'

interface Attached {
  name: string
  size: number | null
  /** Undefined for a file that is not uploaded yet. */
  url?: string | undefined
}

interface Props {
  value: Attached | undefined
  onChoose: (file: File) => void
  onRemove: () => void
}

/** The file of a scheduled message. A file that no network takes is refused at once. */
export function AttachmentField({ value, onChoose, onRemove }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const [error, setError] = useState<string>()

  function choose(file: File | null) {
    if (!file) return
    const most = exceededLimit(file)
    if (file.size === 0) return setError(t('schedules.dialog.emptyFile', { name: file.name }))
    if (most !== undefined)
      return setError(t('schedules.dialog.tooLarge', { name: file.name, most: format.fileSize(most) }))
    setError(undefined)
    onChoose(file)
  }

  return (
    <Input.Wrapper label={t('schedules.dialog.file')} error={error} labelElement="div">
      <div className={styles.file}>
        {value && <FileName {...value} />}
        <FileButton onChange={choose}>
          {(button) => (
            <Button {...button} variant="default" size="xs" leftSection={<IconPaperclip size={16} stroke={1.7} />}>
              {t(value ? 'schedules.dialog.replaceFile' : 'schedules.dialog.chooseFile')}
            </Button>
          )}
        </FileButton>
        {value && (
          <Button variant="subtle" color="gray" size="xs" onClick={onRemove}>
            {t('schedules.dialog.removeFile')}
          </Button>
        )}
      </div>
    </Input.Wrapper>
  )
}

export function FileName({ name, size, url }: Attached) {
  const format = useFormat()
  return (
    <span className={styles.fileName}>
      {url ? (
        <Anchor href={url} target="_blank" rel="noreferrer">
          {name}
        </Anchor>
      ) : (
        <span>{name}</span>
      )}
      {size !== null && <small>{format.fileSize(size)}</small>}
    </span>
  )
}
