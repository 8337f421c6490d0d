import { type MessageTemplateView, draftCategories, templateLimits, variablesOf } from '@guiche/contract'
import { Alert, Select, TextInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { errorText } from '../../lib/cache/queries.ts'
import { checkedOnBlur } from '../../lib/form-rules.ts'
import { SaveDialog } from '../../ui/dialogs/save-dialog.tsx'
import { ButtonsField } from './buttons-field.tsx'
import { HeaderFields } from './header-fields.tsx'
import { useSaveTemplate, useUploadTemplateFile } from './message-templates.api.ts'
import styles from './message-templates.module.css'
import { RefusalDetails } from './template-refusal.ts'
import { TemplatePreview } from './template-preview.tsx'
import { type TemplateFormValues, fieldOf, isFileAlone, partsOf, rules, valuesOf } from './template-values.ts'

interface Props {
  /** Undefined for a new one. */
  template?: MessageTemplateView | undefined
  connections: { id: number; name: string }[]
  /** The connection that is shown, which a new template begins with. */
  whatsappId: number | undefined
  onClose: () => void
}

/** Languages that the product has itself come first; Meta has many more. */
const languages = ['pt_BR', 'en_US', 'en', 'es', 'es_AR', 'es_MX', 'tr', 'pt_PT', 'fr', 'de', 'it'] as const

/** The wording of a message, for review by Meta, with a picture of what customers will see. */
export function TemplateDialog({ template, connections, whatsappId, onClose }: Props) {
  const { t } = useTranslation()
  const [before] = useState(() => {
    const first = whatsappId ?? (connections.length === 1 ? connections[0]?.id : undefined)
    return valuesOf(template, { whatsappId: template?.connections[0]?.id ?? first, language: 'pt_BR' })
  })
  const [refusal, setRefusal] = useState<string>()
  const save = useSaveTemplate(template)
  const upload = useUploadTemplateFile()
  const isNew = template === undefined
  const form = useForm<TemplateFormValues>({
    initialValues: before,
    validate: (values) => rules(values, isNew, t('ui.form.required')),
    ...checkedOnBlur,
  })
  const parts = partsOf(form.values)

  function showRefusal(error: Error) {
    setRefusal(undefined)
    if (!(error instanceof ApiError)) return
    if (error.code === 'ERR_TEMPLATE_NAME_TAKEN' || error.code === 'ERR_TEMPLATE_NAME_LOCKED')
      return form.setFieldError('name', errorText(error))
    const { issues = [] } = RefusalDetails.safeParse(error.details).data ?? {}
    for (const { path, message } of issues)
      form.setFieldError(
        fieldOf(path.replace(/^body\./, '')),
        t(`ui.form.${message}`, { defaultValue: t('ui.form.invalid') }),
      )
    if (error.code === 'ERR_TEMPLATE_REFUSED' || error.code === 'ERR_VALIDATION') setRefusal(errorText(error))
  }

  return (
    <SaveDialog
      title={t(isNew ? 'message-templates.add' : 'message-templates.edit', { name: template?.name })}
      form={form}
      save={save}
      saved={t(isFileAlone(template, form.values) ? 'message-templates.fileSaved' : 'message-templates.saved')}
      isActionDisabled={upload.isPending}
      size={860}
      onClose={onClose}
      onRefused={showRefusal}
    >
      <div className={styles.columns}>
        <div className={styles.fields}>
          {refusal !== undefined && (
            <Alert color="red" role="alert">
              {refusal}
            </Alert>
          )}
          {isNew && (
            <>
              <Select
                withAsterisk
                size="sm"
                label={t('message-templates.connection')}
                allowDeselect={false}
                data={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
                {...form.getInputProps('whatsappId')}
              />
              <TextInput
                data-autofocus
                withAsterisk
                label={t('message-templates.name')}
                description={t('message-templates.nameHint')}
                maxLength={templateLimits.name}
                {...form.getInputProps('name')}
              />
            </>
          )}
          <div className={styles.pair}>
            {isNew && (
              <Select
                withAsterisk
                searchable
                size="sm"
                label={t('message-templates.language')}
                allowDeselect={false}
                data={languages.map((value) => ({ value, label: t(`message-templates.languages.${value}`) }))}
                {...form.getInputProps('language')}
              />
            )}
            <Select
              withAsterisk
              size="sm"
              label={t('message-templates.category')}
              allowDeselect={false}
              disabled={template?.status === 'approved'}
              data={draftCategories.map((value) => ({ value, label: t(`templates.categories.${value}`) }))}
              {...form.getInputProps('category')}
            />
          </div>
          <HeaderFields form={form} upload={upload} />
          <Textarea
            withAsterisk
            label={t('message-templates.body')}
            description={t('message-templates.bodyHint', { one: '{{nome}}', two: '{{1}}' })}
            autosize
            minRows={4}
            maxRows={12}
            maxLength={templateLimits.body + 200}
            {...form.getInputProps('body')}
          />
          <TextInput
            label={t('message-templates.footer')}
            maxLength={templateLimits.footer + 20}
            {...form.getInputProps('footer')}
          />
          <ButtonsField form={form} />
          {variablesOf(parts).map(({ key, name, place, index }) => (
            <TextInput
              key={key}
              withAsterisk
              size="sm"
              label={t(`message-templates.exampleOf.${place}`, { name: `{{${name}}}`, nth: (index ?? 0) + 1 })}
              value={form.values.examples[key] ?? ''}
              error={form.errors[`examples.${key}`]}
              onChange={({ currentTarget }) => {
                form.setFieldValue('examples', { ...form.values.examples, [key]: currentTarget.value })
                form.clearFieldError(`examples.${key}`)
              }}
            />
          ))}
        </div>
        <TemplatePreview
          parts={parts}
          values={form.values.examples}
          pictureUrl={form.values.headerKind === 'image' ? form.values.file?.url : undefined}
        />
      </div>
    </SaveDialog>
  )
}
