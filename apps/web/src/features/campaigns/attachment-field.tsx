import type { CampaignView } from '@guiche/contract'
import { ActionIcon, Anchor, Button, FileButton, Input, Select } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { exceededLimit } from '../../lib/files/largest-file.ts'
import { useFormat } from '../../lib/format.ts'
import type { FileChange } from './campaigns.api.ts'
import styles from './campaigns.module.css'
import { type Named, optionsOf } from './choices.ts'

interface Props {
  stored: Pick<CampaignView, 'mediaName' | 'mediaPath'> | undefined
  file: FileChange
  error: string | undefined
  /** Lists of files, and the one that is chosen; empty: none. */
  lists: readonly Named[]
  listId: string
  isDisabled: boolean
  onChange: (file: FileChange) => void
  onList: (id: string) => void
}

/** The file that goes with each message, or a list whose files come after it. A file is uploaded when the dialog is saved. */
export function AttachmentField({ stored, file, error, lists, listId, isDisabled, onChange, onList }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const kept = file === undefined ? (stored?.mediaName ?? undefined) : undefined
  const name = file?.name ?? kept

  const hasList = listId !== ''

  if (name === undefined && !hasList && isDisabled) return null
  return (
    <Input.Wrapper label={t('campaigns.file')} labelElement="div" error={error} errorProps={{ role: 'alert' }}>
      <div className={styles.file}>
        {name === undefined && !hasList ? (
          <FileButton onChange={(chosen) => chosen && onChange(chosen)}>
            {(button) => (
              <Button size="xs" variant="default" leftSection={<IconPaperclip size={15} stroke={1.7} />} {...button}>
                {t('campaigns.attach')}
              </Button>
            )}
          </FileButton>
        ) : name === undefined ? null : (
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
        {name === undefined && (hasList || lists.length > 0) && (
          <Select
            searchable
            className={styles.list ?? ''}
            disabled={isDisabled}
            clearable={!isDisabled}
            aria-label={t('campaigns.fileList')}
            description={hasList ? t('campaigns.fileListHint') : undefined}
            inputWrapperOrder={['input', 'description']}
            placeholder={t('campaigns.chooseFileList')}
            nothingFoundMessage={t('ui.nothingFound')}
            clearButtonProps={{ 'aria-label': t('campaigns.removeFileList') }}
            data={optionsOf(lists, [])}
            value={listId || null}
            onChange={(id) => onList(id ?? '')}
          />
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
