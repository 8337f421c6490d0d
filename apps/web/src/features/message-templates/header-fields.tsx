import type { UseFormReturnType } from '@mantine/form'
import { Button, FileButton, Input, Select, TextInput } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/cache/queries.ts'
import { useFormat } from '../../lib/format.ts'
import type { useUploadTemplateFile } from './message-templates.api.ts'
import styles from './message-templates.module.css'
import { type HeaderKind, type TemplateFormValues, headerKinds } from './template-values.ts'

/** The types that Meta takes in headers. */
export const acceptedFiles = {
  image: 'image/jpeg,image/png',
  video: 'video/mp4',
  document: 'application/pdf',
} satisfies Partial<Record<HeaderKind, string>>

const hasFile = (kind: HeaderKind): kind is keyof typeof acceptedFiles => kind in acceptedFiles

interface Props {
  form: UseFormReturnType<TemplateFormValues>
  upload: ReturnType<typeof useUploadTemplateFile>
}

/** A short text or a file above the text. */
export function HeaderFields({ form, upload }: Props) {
  const { t } = useTranslation()
  const { headerKind } = form.values
  return (
    <>
      <Select
        size="sm"
        label={t('message-templates.header')}
        allowDeselect={false}
        data={headerKinds.map((value) => ({ value, label: t(`templates.headers.${value}`) }))}
        value={headerKind}
        onChange={(value) => {
          form.setFieldValue('headerKind', headerKinds.find((one) => one === value) ?? 'none')
          form.setFieldValue('file', null)
          form.clearFieldError('file')
          form.clearFieldError('headerText')
        }}
      />
      {headerKind === 'text' && (
        <TextInput
          withAsterisk
          label={t('message-templates.headerText')}
          description={t('message-templates.headerHint')}
          maxLength={80}
          {...form.getInputProps('headerText')}
        />
      )}
      {hasFile(headerKind) && <HeaderFile form={form} upload={upload} />}
    </>
  )
}

function HeaderFile({ form, upload }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { file, headerKind } = form.values
  const error = upload.error ? errorText(upload.error) : form.errors['file']
  return (
    <Input.Wrapper
      withAsterisk
      label={t('message-templates.file')}
      description={t('message-templates.fileHint')}
      labelElement="div"
      error={error}
      errorProps={{ role: 'alert' }}
    >
      <div className={styles.file}>
        {file && (
          <span className={styles.fileWords}>
            <span className="cut">{file.name}</span>
            <small>{format.fileSize(file.bytes)}</small>
          </span>
        )}
        <FileButton
          accept={hasFile(headerKind) ? acceptedFiles[headerKind] : ''}
          onChange={(chosen) =>
            chosen &&
            upload.mutate(chosen, {
              onSuccess: (stored) => {
                form.setFieldValue('file', stored)
                form.clearFieldError('file')
              },
            })
          }
        >
          {(button) => (
            <Button
              size="xs"
              variant="default"
              loading={upload.isPending}
              leftSection={<IconPaperclip size={15} stroke={1.7} />}
              {...button}
            >
              {t(file ? 'message-templates.changeFile' : 'message-templates.chooseFile')}
            </Button>
          )}
        </FileButton>
      </div>
    </Input.Wrapper>
  )
}
