import { limits } from '@guiche/contract'
import { ActionIcon, Button, FileButton, Input, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconArrowUp, IconPaperclip, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { exceededLimit } from '../../lib/files/largest-file.ts'
import type { FileListValues } from './file-list-values.ts'
import styles from './file-lists.module.css'

interface Props {
  form: UseFormReturnType<FileListValues>
  nth: number
  /** Undefined for the first one. */
  onUp: (() => void) | undefined
  onRemove: () => void
}

/** A file of the list: its name, and the file itself, which is uploaded when the dialog is saved. */
export function FileOptionField({ form, nth, onUp, onRemove }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const option = form.values.options[nth]
  const shown = option?.file ?? (option?.stored && { name: option.stored.path ?? '', size: option.stored.size ?? 0 })
  const error = form.getInputProps(`options.${nth}.file`).error
  const number = nth + 1

  function choose(file: File | null) {
    if (!file) return
    const most = exceededLimit(file)
    if (most)
      return form.setFieldError(`options.${nth}.file`, t('file-lists.fileTooLarge', { size: format.fileSize(most) }))
    form.setFieldValue(`options.${nth}.file`, file)
    form.clearFieldError(`options.${nth}.file`)
    if (!option?.name.trim()) form.setFieldValue(`options.${nth}.name`, withoutEnding(file.name))
  }

  return (
    <div className={styles.option} role="group" aria-label={t('file-lists.fileNumber', { number })}>
      <TextInput
        aria-label={t('file-lists.fileName', { number })}
        placeholder={t('file-lists.fileNamePlaceholder')}
        maxLength={limits.fileCaption}
        {...form.getInputProps(`options.${nth}.name`)}
      />
      <Input.Wrapper error={error} errorProps={{ role: 'alert' }}>
        <div className={styles.file}>
          <FileButton onChange={choose}>
            {(button) => (
              <Button size="xs" variant="default" leftSection={<IconPaperclip size={15} stroke={1.7} />} {...button}>
                {t(shown ? 'file-lists.changeFile' : 'file-lists.chooseFile')}
              </Button>
            )}
          </FileButton>
          {shown && (
            <span className={styles.words}>
              <span className="cut" title={shown.name}>
                {shown.name}
              </span>
              <small>{format.fileSize(shown.size)}</small>
            </span>
          )}
        </div>
      </Input.Wrapper>
      <div className={styles.actions}>
        <ActionIcon aria-label={t('file-lists.moveUp', { number })} disabled={!onUp} {...(onUp && { onClick: onUp })}>
          <IconArrowUp size={16} stroke={1.8} />
        </ActionIcon>
        <ActionIcon aria-label={t('file-lists.removeFile', { number })} onClick={onRemove}>
          <IconTrash size={16} stroke={1.8} />
        </ActionIcon>
      </div>
    </div>
  )
}

const withoutEnding = (name: string) => name.replace(/\.[^.]{1,8}$/, '').slice(0, limits.fileCaption)
