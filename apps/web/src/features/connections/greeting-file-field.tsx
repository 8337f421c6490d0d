import { ActionIcon, Button, FileButton, Input } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { exceededLimit } from '../../lib/files/largest-file.ts'
import styles from './connection-dialog.module.css'

/** `File`: a new one. Null: none any more. Undefined: unchanged. */
export type GreetingFile = File | null | undefined

interface Props {
  /** The name of the stored file. */
  stored: string | null
  file: GreetingFile
  error: string | undefined
  onChange: (file: GreetingFile) => void
}

/** The file that the greeting is the caption of. It is uploaded when the dialog is saved. */
export function GreetingFileField({ stored, file, error, onChange }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const most = file && exceededLimit(file)
  const tooLarge = most ? t('connections.greetingFile.tooLarge', { size: format.fileSize(most) }) : undefined
  const name = file === undefined ? stored : (file?.name ?? null)
  return (
    <Input.Wrapper
      label={t('connections.greetingFile.label')}
      labelElement="div"
      description={t('connections.greetingFile.hint')}
      error={tooLarge ?? error}
      errorProps={{ role: 'alert' }}
    >
      <div className={styles.file}>
        <FileButton onChange={(chosen) => chosen && onChange(chosen)}>
          {(button) => (
            <Button size="xs" variant="default" leftSection={<IconPaperclip size={15} stroke={1.7} />} {...button}>
              {t(name === null ? 'connections.greetingFile.choose' : 'connections.greetingFile.change')}
            </Button>
          )}
        </FileButton>
        {name !== null && (
          <>
            <span className="cut" title={name}>
              {name}
            </span>
            <ActionIcon
              aria-label={t('connections.greetingFile.remove', { name })}
              onClick={() => onChange(stored === null ? undefined : null)}
            >
              <IconX size={16} stroke={1.8} />
            </ActionIcon>
          </>
        )}
      </div>
    </Input.Wrapper>
  )
}
