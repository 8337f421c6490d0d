import type { CampaignView } from '@guiche/contract'
import { ActionIcon, Anchor, Button, FileButton, Input } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { exceededLimit } from '../../lib/files/largest-file.ts'
import { useFormat } from '../../lib/format.ts'
import type { FileChange } from './campaigns.api.ts'
import styles from './campaigns.module.css'

interface Props {
  stored: Pick<CampaignView, 'mediaName' | 'mediaPath'> | undefined
  file: FileChange
  error: string | undefined
  isDisabled: boolean
  onChange: (file: FileChange) => void
}

/** The file that goes with each message. It is uploaded when the dialog is saved. */
export function AttachmentField({ stored, file, error, isDisabled, onChange }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const kept = file === undefined ? (stored?.mediaName ?? undefined) : undefined
  const name = file?.name ?? kept

  if (name === undefined && isDisabled) return null
  return (
    <Input.Wrapper label={t('campaigns.file')} labelElement="div" error={error} errorProps={{ role: 'alert' }}>
      <div className={styles.file}>
        {name === undefined ? (
          <FileButton onChange={(chosen) => chosen && onChange(chosen)}>
            {(button) => (
              <Button size="xs" variant="default" leftSection={<IconPaperclip size={15} stroke={1.7} />} {...button}>
                {t('campaigns.attach')}
              </Button>
            )}
          </FileButton>
        ) : (
          <span className={styles.chip}>
            <IconPaperclip size={15} stroke={1.7} aria-hidden />
            {kept && stored?.mediaPath ? (
              <Anchor className="cut" href={stored.mediaPath} target="_blank" rel="noreferrer">
                {name}
              </Anchor>
            ) : (
              <span className="cut">{name}</span>
            )}
            {file && <small>{format.fileSize(file.size)}</small>}
            {!isDisabled && (
              <ActionIcon
                size={24}
                aria-label={t('campaigns.removeFile', { name })}
                onClick={() => onChange(stored?.mediaName ? null : undefined)}
              >
                <IconX size={15} stroke={1.8} />
              </ActionIcon>
            )}
          </span>
        )}
      </div>
    </Input.Wrapper>
  )
}

/** Why a file cannot be sent at all. */
export function useFileProblem(file: FileChange): string | undefined {
  const { t } = useTranslation()
  const format = useFormat()
  if (!file) return undefined
  const { name, size } = file
  const most = exceededLimit(file)
  if (size === 0) return t('campaigns.emptyFile', { name })
  return most === undefined ? undefined : t('campaigns.tooLarge', { name, most: format.fileSize(most) })
}
