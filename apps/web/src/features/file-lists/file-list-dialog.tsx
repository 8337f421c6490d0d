import { type FileListView, FileListBody, limits } from '@guiche/contract'
import { Alert, Button, TextInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileRefusalsOfPlan, isRefusal } from '../../lib/files/file-refusals.ts'
import { errorText } from '../../lib/cache/queries.ts'
import { useFate } from '../../lib/live/fate.ts'
import { showFieldError } from '../../lib/field-errors.ts'
import { checkedOnBlur, rulesOf } from '../../lib/form-rules.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { type FileListValues, bodyOf, newOption, valuesOf } from './file-list-values.ts'
import { FileOptionField } from './file-option-field.tsx'
import { useSaveFileList } from './file-lists.api.ts'
import styles from './file-lists.module.css'

interface Props {
  /** Undefined for a new one. */
  list?: FileListView | undefined
  onClose: () => void
}

const rules = rulesOf(FileListBody.pick({ name: true, message: true }))

/** A message, and files that follow it, each with its name as caption. */
export function FileListDialog({ list, onClose }: Props) {
  const { t } = useTranslation()
  // A new list is stored before its files. If a file is refused, the dialog goes on with the stored list.
  const [id, setId] = useState(list?.id)
  const [before, setBefore] = useState(() => valuesOf(list))
  const fate = useFate('fileList', {
    id,
    before: bodyOf(before),
    read: (event) =>
      event.action === 'delete'
        ? { id: event.fileId }
        : { id: event.fileList.id, values: bodyOf(valuesOf(event.fileList)) },
  })
  const [fileError, setFileError] = useState<string>()
  const save = useSaveFileList()
  const form = useForm<FileListValues>({
    initialValues: before,
    validate: (values) => {
      const { name, ...errors } = rules(values)
      const isShort = values.name.trim().length > 0 && values.name.trim().length < 3
      return {
        ...errors,
        ...(name && { name: isShort ? t('file-lists.nameTooShort') : name }),
        ...optionErrors(values, { required: t('ui.form.required'), noFile: t('file-lists.fileRequired') }),
      }
    },
    ...checkedOnBlur,
  })
  const { options } = form.values

  return (
    <Dialog
      title={t(list ? 'file-lists.edit' : 'file-lists.add')}
      action={t('ui.save')}
      size={600}
      isBusy={save.isPending}
      isDirty={form.isDirty()}
      fate={fate}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => {
        setFileError(undefined)
        const onStored = (stored: FileListView) => {
          setId(stored.id)
          setBefore(valuesOf(stored))
          for (const [nth, option] of values.options.entries())
            if (option.id === null) form.setFieldValue(`options.${nth}.id`, stored.options[nth]?.id ?? null)
        }
        save.mutate(
          { id, before, values, onStored },
          {
            onSuccess: () => {
              toast.success(t('file-lists.saved'))
              onClose()
            },
            onError: (error) => {
              showFieldError(form, error, { ERR_NAME_ALREADY_EXISTS: 'name' })
              if (isRefusal(error, fileRefusalsOfPlan)) setFileError(errorText(error))
            },
          },
        )
      })}
    >
      <TextInput data-autofocus withAsterisk label={t('file-lists.name')} {...form.getInputProps('name')} />
      <Textarea
        withAsterisk
        label={t('file-lists.message')}
        description={t('file-lists.messageHint')}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('message')}
      />
      <fieldset className={styles.options}>
        <legend>{t('file-lists.files')}</legend>
        {options.map((option, nth) => (
          <FileOptionField
            key={option.key}
            form={form}
            nth={nth}
            onUp={nth > 0 ? () => form.reorderListItem('options', { from: nth, to: nth - 1 }) : undefined}
            onRemove={() => form.removeListItem('options', nth)}
          />
        ))}
        <Button
          size="xs"
          variant="default"
          className={styles.more ?? ''}
          leftSection={<IconPlus size={15} />}
          disabled={options.length >= limits.filesPerList}
          onClick={() => form.insertListItem('options', newOption())}
        >
          {t('file-lists.addFile')}
        </Button>
      </fieldset>
      {fileError && (
        <Alert color="red" role="alert">
          {fileError}
        </Alert>
      )}
    </Dialog>
  )
}

function optionErrors(
  { options }: FileListValues,
  texts: { required: string; noFile: string },
): Record<string, string> {
  const errors = options.flatMap(({ name, stored, file }, nth) => [
    ...(name.trim() === '' ? [[`options.${nth}.name`, texts.required]] : []),
    ...(stored || file ? [] : [[`options.${nth}.file`, texts.noFile]]),
  ])
  return Object.fromEntries(errors)
}
