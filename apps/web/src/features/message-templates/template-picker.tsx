import { type MessageTemplateView, type TemplateChoice, flawOfValue, textOfTemplate } from '@guiche/contract'
import { Alert, TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/cache/queries.ts'
import { summaryOf } from '../../lib/text/summary.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import styles from './message-templates.module.css'
import { TemplatePreview } from './template-preview.tsx'

/** What is chosen: the template with its values, and how it reads. */
export interface Chosen {
  choice: TemplateChoice
  name: string
  text: string
}

interface Offered {
  data: readonly MessageTemplateView[] | undefined
  error: Error | null
  refetch: () => unknown
}

interface Props {
  offered: Offered
  /** The label of the primary button: a verb. */
  action: string
  isBusy?: boolean
  /** Why it was refused. */
  refusal?: Error | null
  /** Values may contain the variables of messages, such as this one, which are filled in later. */
  variable?: string
  onChosen: (chosen: Chosen) => void
  onClose: () => void
}

/** An approved message, for people who may get no other now: first which one, then the values of its variables. */
export function TemplatePicker(props: Props) {
  const [template, setTemplate] = useState<MessageTemplateView>()
  if (template) return <FillDialog {...props} template={template} onBack={() => setTemplate(undefined)} />
  return <ChooseDialog {...props} onTemplate={setTemplate} />
}

function ChooseDialog({
  offered,
  onTemplate,
  onClose,
}: Props & { onTemplate: (template: MessageTemplateView) => void }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const { data, error, refetch } = offered
  const wanted = search.trim().toLowerCase()
  const found = (data ?? []).filter(({ name, body }) => `${name}\n${body}`.toLowerCase().includes(wanted))
  return (
    <Dialog title={t('templates.title')} size={560} onClose={onClose}>
      <TextInput
        data-autofocus
        aria-label={t('templates.search')}
        placeholder={t('templates.search')}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {error && <Failure title={errorText(error)} cause="refused" onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <p className={styles.none}>
          {t('templates.empty')} {t('templates.emptyHint')}
        </p>
      )}
      {data && data.length > 0 && found.length === 0 && <p className={styles.none}>{t('templates.nothing')}</p>}
      <div className={styles.choices}>
        {found.map((template) => (
          <UnstyledButton
            key={template.id}
            className={styles.choice ?? ''}
            disabled={template.refusal !== null}
            onClick={() => onTemplate(template)}
          >
            <b>
              {template.name} <small>{template.language}</small>
            </b>
            <small>{template.refusal === null ? summaryOf(template.body) : t(`templates.${template.refusal}`)}</small>
          </UnstyledButton>
        ))}
      </div>
    </Dialog>
  )
}

interface FillProps extends Props {
  template: MessageTemplateView
  onBack: () => void
}

function FillDialog({ template, action, isBusy = false, refusal, variable, onChosen, onBack }: FillProps) {
  const { t } = useTranslation()
  const { variables, file, header, body, footer, buttons } = template
  const parts = { header, body, footer, buttons }
  const [values, setValues] = useState<Record<string, string>>({})
  const [isChecked, setIsChecked] = useState(false)
  const flaws = new Map(variables.map(({ key }) => [key, flawIn(values[key] ?? '', variable !== undefined)]))
  const isReady = [...flaws.values()].every((flaw) => flaw === undefined)

  function choose() {
    setIsChecked(true)
    if (!isReady) return
    const choice = { templateId: template.id, values }
    onChosen({ choice, name: template.name, text: textOfTemplate(parts, values) })
  }

  return (
    <Dialog
      title={template.name}
      action={action}
      cancel={t('templates.back')}
      size={720}
      isBusy={isBusy}
      isDirty={Object.values(values).some((value) => value !== '')}
      focusAction={variables.length === 0}
      onClose={onBack}
      onSubmit={choose}
    >
      <div className={styles.columns}>
        <div className={styles.fields}>
          {refusal && (
            <Alert color="red" role="alert">
              {errorText(refusal)}
            </Alert>
          )}
          {variable !== undefined && variables.length > 0 && (
            <p className={styles.none}>{t('templates.variablesHint', { variable })}</p>
          )}
          {variables.map(({ key, name, place, index }, nth) => {
            const flaw = isChecked ? flaws.get(key) : undefined
            return (
              <TextInput
                key={key}
                withAsterisk
                size="sm"
                data-autofocus={nth === 0 || undefined}
                label={t(`templates.valueOf.${place}`, { name: `{{${name}}}`, nth: (index ?? 0) + 1 })}
                placeholder={template.examples[key]}
                value={values[key] ?? ''}
                error={flaw === undefined ? undefined : t(`ui.form.${flaw}`)}
                onChange={({ currentTarget }) => setValues({ ...values, [key]: currentTarget.value })}
              />
            )
          })}
        </div>
        <TemplatePreview
          parts={parts}
          values={Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))}
          pictureUrl={header?.kind === 'image' ? file?.url : undefined}
        />
      </div>
    </Dialog>
  )
}

function flawIn(value: string, mayHaveVariables: boolean): string | undefined {
  const flaw = flawOfValue(value)
  return mayHaveVariables && flaw === 'unknownVariable' ? undefined : flaw
}
