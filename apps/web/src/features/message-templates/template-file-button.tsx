import type { MessageTemplateView } from '@guiche/contract'
import { Button, FileButton } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../ui/toasts/toasts.tsx'
import { acceptedFiles } from './header-fields.tsx'
import { useTemplateRefusal } from './template-refusal.ts'
import { useChooseTemplateFile } from './message-templates.api.ts'

/** A template that was made at Meta comes without the file that its header needs. Choosing one needs no review. */
export function TemplateFileButton({ template, className }: { template: MessageTemplateView; className?: string }) {
  const { t } = useTranslation()
  const choose = useChooseTemplateFile()
  const refusalOf = useTemplateRefusal()
  const { header, name } = template
  // By a promise, because the button is gone as soon as the template has its file.
  const store = (file: File) =>
    choose.mutateAsync({ template, file }).then(
      () => toast.success(t('message-templates.fileSaved')),
      (error: Error) => toast.error(refusalOf(error)),
    )
  if (header === null || header.kind === 'text' || header.kind === 'location') return null
  return (
    <FileButton accept={acceptedFiles[header.kind]} onChange={(file) => file && void store(file)}>
      {(button) => (
        <Button
          size="compact-xs"
          variant="subtle"
          className={className ?? ''}
          loading={choose.isPending}
          leftSection={<IconPaperclip size={13} stroke={1.8} />}
          aria-label={t('message-templates.chooseFileOf', { name })}
          {...button}
        >
          {t('message-templates.chooseFile')}
        </Button>
      )}
    </FileButton>
  )
}
