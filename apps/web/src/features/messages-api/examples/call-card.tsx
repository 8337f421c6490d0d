import { SegmentedControl } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../code-block.tsx'
import styles from '../messages-api.module.css'
import { type DocumentedCall, type ExampleValues, exampleCall, fieldsOf } from './documented-calls.ts'
import { type ExampleLanguage, type Installation, exampleLanguages, exampleOf } from './examples.ts'

interface Props {
  call: DocumentedCall
  values: ExampleValues
  installation: Installation
  language: ExampleLanguage
  onLanguage: (language: ExampleLanguage) => void
}

/** One call: what it does, its fields, and an example. */
export function CallCard({ call, values, installation, language, onLanguage }: Props) {
  const { t } = useTranslation()
  const title = useId()
  const example = exampleCall(call, values)
  const fields = fieldsOf(call)
  const name = t(`messages-api.calls.${call}.title`)

  return (
    <section className={styles.card} aria-labelledby={title}>
      <h3 id={title}>{name}</h3>
      <p className={styles.address}>
        <b>{example.endpoint.method}</b> <code>{example.endpoint.path.replace(':id', '{id}')}</code>
      </p>
      <p>{t(`messages-api.calls.${call}.text`)}</p>
      {fields.length > 0 && (
        <dl className={styles.fields}>
          {fields.map((field) => (
            <div key={field.name}>
              <dt>
                <code>{field.name}</code> {field.isRequired && <small>{t('messages-api.required')}</small>}
              </dt>
              <dd>{t(`messages-api.fields.${field.name}`, { variable: '{{name}}' })}</dd>
            </div>
          ))}
        </dl>
      )}
      <SegmentedControl
        size="xs"
        aria-label={t('messages-api.language', { name })}
        data={exampleLanguages.map((value) => ({ value, label: t(`messages-api.languages.${value}`) }))}
        value={language}
        onChange={(value) => onLanguage(exampleLanguages.find((known) => known === value) ?? 'curl')}
      />
      <CodeBlock
        name={t('messages-api.exampleOf', { name, language: t(`messages-api.languages.${language}`) })}
        code={exampleOf(language, example, installation)}
      />
    </section>
  )
}
