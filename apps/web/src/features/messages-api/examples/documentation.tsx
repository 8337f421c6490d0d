import { limits } from '@guiche/contract'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../messages-api.module.css'
import { CallCard } from './call-card.tsx'
import { type ExampleValues, documentedCalls } from './documented-calls.ts'
import type { ExampleLanguage } from './examples.ts'
import { ResponseCodes } from './response-codes.tsx'

interface Props {
  /** The last message of the test forms. */
  messageId: number
}

/** How programs send messages, with examples that run as soon as token and number are filled in. */
export function Documentation({ messageId }: Props) {
  const { t } = useTranslation()
  const [language, setLanguage] = useState<ExampleLanguage>('curl')
  const [token, setToken] = useState('')
  const [number, setNumber] = useState('')
  const [url, setUrl] = useState('')
  const values: ExampleValues = {
    number: number.trim() || '5511999998888',
    url: url.trim() || 'https://www.example.com/boleto.pdf',
    messageId,
    text: t('messages-api.exampleText'),
  }
  const installation = {
    origin: window.location.origin,
    token: token.trim() || t('messages-api.tokenPlaceholder'),
  }

  return (
    <div className={styles.panel}>
      <p className={styles.lead}>{t('messages-api.lead')}</p>
      <ul className={styles.notes}>
        <li>{t('messages-api.notes.token')}</li>
        <li>
          {t('messages-api.notes.limits', { perMinute: limits.apiCallsPerMinute, atOnce: limits.apiCallsAtOnce })}
        </li>
        <li>{t('messages-api.notes.repeat')}</li>
        <li>{t('messages-api.notes.number')}</li>
      </ul>
      <fieldset className={styles.values}>
        <legend>{t('messages-api.values.title')}</legend>
        <p>{t('messages-api.values.text')}</p>
        <TextInput
          label={t('messages-api.token')}
          autoComplete="off"
          spellCheck={false}
          value={token}
          onChange={({ currentTarget }) => setToken(currentTarget.value)}
        />
        <TextInput
          label={t('messages-api.number')}
          inputMode="numeric"
          autoComplete="off"
          value={number}
          onChange={({ currentTarget }) => setNumber(currentTarget.value)}
        />
        <TextInput
          label={t('messages-api.url')}
          type="url"
          autoComplete="off"
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
      </fieldset>
      {documentedCalls.map((call) => (
        <CallCard
          key={call}
          call={call}
          values={values}
          installation={installation}
          language={language}
          onLanguage={setLanguage}
        />
      ))}
      <ResponseCodes />
    </div>
  )
}
