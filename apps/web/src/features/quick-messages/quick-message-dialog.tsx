import { type QuickMessageView, limits } from '@guiche/contract'
import { Select, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileRefusalsOfPlan, isRefusal } from '../../lib/files/file-refusals.ts'
import { errorText } from '../../lib/cache/queries.ts'
import { checkedOnBlur, rulesOf } from '../../lib/form-rules.ts'
import { useFormat } from '../../lib/format.ts'
import { exceededLimit } from '../../lib/files/largest-file.ts'
import { managesQuickMessages } from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { MessageField } from './message-field.tsx'
import { QuickMessageFileField } from './quick-message-file-field.tsx'
import { textRules, valuesOf } from './quick-message-values.ts'
import styles from './quick-messages.module.css'
import { type FileChange, quickMessageCategories, useSaveQuickMessage } from './quick-messages.api.ts'

interface Props {
  /** Undefined for a new one. */
  message?: QuickMessageView | undefined
  /** The category that a new message begins with. */
  categoryId?: number | undefined
  onClose: () => void
}

const rules = rulesOf(textRules)

/** A message is a text, a file, or both. Only admins and supervisors can make it general. */
export function QuickMessageDialog({ message, categoryId, onClose }: Props) {
  const { t } = useTranslation()
  const isManager = managesQuickMessages(useMe())
  const { data: categories = [] } = useQuery(quickMessageCategories)
  // A new message is stored before its file. If the file is refused, the dialog goes on with the stored message.
  const [stored, setStored] = useState(message)
  const [file, setFile] = useState<FileChange>()
  const [fileError, setFileError] = useState<string>()
  const tooLarge = useTooLarge(file)
  const save = useSaveQuickMessage()
  const hasFile = file === undefined ? (stored?.isMedia ?? false) : file !== null
  const form = useForm({
    initialValues: { ...valuesOf(message), ...(categoryId && { categoryId: String(categoryId) }) },
    validate: (values) => ({
      ...rules(values),
      ...(!hasFile && values.message.trim() === '' && { message: t('ui.form.required') }),
    }),
    ...checkedOnBlur,
  })

  function chooseFile(next: FileChange) {
    setFile(next)
    setFileError(undefined)
    if (next) form.clearFieldError('message')
  }

  return (
    <Dialog
      title={t(message ? 'quick-messages.edit' : 'quick-messages.add')}
      action={t('ui.save')}
      size={560}
      isBusy={save.isPending}
      isDirty={form.isDirty() || file !== undefined}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => {
        if (tooLarge) return
        save.mutate(
          { message: stored, values, isCategory: false, file, onCreated: setStored },
          {
            onSuccess: () => {
              toast.success(t('quick-messages.saved'))
              onClose()
            },
            onError: (error) => setFileError(isRefusal(error, fileRefusalsOfPlan) ? errorText(error) : undefined),
          },
        )
      })}
    >
      <TextInput
        data-autofocus
        withAsterisk
        label={t('quick-messages.shortcode')}
        description={t('quick-messages.shortcodeHint')}
        leftSection="/"
        maxLength={60}
        {...form.getInputProps('shortcode')}
      />
      <MessageField
        isRequired={!hasFile}
        most={limits.quickMessageText}
        {...form.getInputProps('message')}
        value={form.values.message}
      />
      <QuickMessageFileField stored={stored} file={file} error={tooLarge ?? fileError} onChange={chooseFile} />
      <Select
        size="sm"
        label={t('quick-messages.category')}
        placeholder={t('quick-messages.noCategory')}
        clearable
        searchable
        nothingFoundMessage={t('ui.nothingFound')}
        data={categories.map(({ id, shortcode }) => ({ value: String(id), label: shortcode }))}
        {...form.getInputProps('categoryId')}
      />
      <div className={styles.switches}>
        {isManager && (
          <Switch
            label={t('quick-messages.general')}
            description={t('quick-messages.generalText')}
            {...form.getInputProps('geral', { type: 'checkbox' })}
          />
        )}
        <Switch
          label={t('quick-messages.active')}
          description={t('quick-messages.activeText')}
          {...form.getInputProps('status', { type: 'checkbox' })}
        />
      </div>
    </Dialog>
  )
}

function useTooLarge(file: FileChange): string | undefined {
  const { t } = useTranslation()
  const format = useFormat()
  const most = file && exceededLimit(file)
  return most ? t('quick-messages.fileTooLarge', { size: format.fileSize(most) }) : undefined
}
