import type { MessageTemplateView } from '@guiche/contract'
import { Alert, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/cache/queries.ts'
import styles from './message-templates.module.css'
import { TemplatePreview } from './template-preview.tsx'
import type { useFilling } from './use-filling.ts'

interface Props {
  template: MessageTemplateView
  filling: ReturnType<typeof useFilling>
  /** Why it was refused. */
  refusal: Error | null | undefined
  /** Values may contain the variables of messages, such as this one, which are filled in later. */
  variable: string | undefined
}

/** The fields of a template’s variables, beside the message as the customer sees it. */
export function TemplateFilling({ template, filling, refusal, variable }: Props) {
  const { t } = useTranslation()
  const { variables, file, header, body, footer, buttons } = template
  const { values, write, flawOf } = filling
  return (
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
          const flaw = flawOf(key)
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
              onChange={({ currentTarget }) => write(key, currentTarget.value)}
            />
          )
        })}
      </div>
      <TemplatePreview
        parts={{ header, body, footer, buttons }}
        values={Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))}
        pictureUrl={header?.kind === 'image' ? file?.url : undefined}
      />
    </div>
  )
}
