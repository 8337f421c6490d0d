import type { QuickMessageView } from '@guiche/contract'
import { ActionIcon, Button, FileButton, Input } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { FilePreview } from './file-preview.tsx'
import styles from './quick-messages.module.css'
import type { FileChange } from './quick-messages.api.ts'

interface Props {
  stored: QuickMessageView | undefined
  file: FileChange
  error: string | undefined
  onChange: (file: FileChange) => void
}

/** The file, which is uploaded when the dialog is saved. */
export function QuickMessageFileField({ stored, file, error, onChange }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const shown = useShown(stored, file)

  return (
    <Input.Wrapper label={t('quick-messages.file')} labelElement="div" error={error} errorProps={{ role: 'alert' }}>
      <div className={styles.file}>
        {shown && (
          <>
            <FilePreview type={shown.type} url={shown.url} />
            <span className={styles.fileWords}>
              <span className="cut">{shown.name}</span>
              <small>{format.fileSize(shown.size)}</small>
            </span>
            <ActionIcon
              aria-label={t('quick-messages.removeFile', { name: shown.name })}
              onClick={() => onChange(stored?.isMedia ? null : undefined)}
            >
              <IconX size={16} stroke={1.8} />
            </ActionIcon>
          </>
        )}
        <FileButton onChange={(chosen) => chosen && onChange(chosen)}>
          {(button) => (
            <Button size="xs" variant="default" leftSection={<IconPaperclip size={15} stroke={1.7} />} {...button}>
              {t(shown ? 'quick-messages.changeFile' : 'quick-messages.chooseFile')}
            </Button>
          )}
        </FileButton>
      </div>
    </Input.Wrapper>
  )
}

interface Shown {
  name: string
  size: number
  type: string
  url: string | null
}

function useShown(stored: QuickMessageView | undefined, file: FileChange): Shown | undefined {
  const url = useMemo(() => (file ? URL.createObjectURL(file) : undefined), [file])
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  if (file) return { name: file.name, size: file.size, type: file.type.split('/')[0] ?? '', url: url ?? null }
  if (file === null || !stored?.isMedia) return undefined
  const { mediaName, mediaSize, mediaType, mediaPath } = stored
  return { name: mediaName ?? '', size: mediaSize ?? 0, type: mediaType ?? '', url: mediaPath }
}
