import { Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { SecretField } from '../../../ui/fields/secret-field.tsx'
import type { NumberValues } from './number-values.ts'
import styles from './official.module.css'

interface Props {
  form: UseFormReturnType<NumberValues>
  /** Masks of what is stored; empty: nothing is. */
  stored: { token: string; secret: string; verifyToken: string }
  tokenHint: string
  /** Undefined while that is not known. */
  hasInstalledApp: boolean | undefined
  /** A number that is on a phone too is not registered. */
  isOnPhone?: boolean
}

/** What opens a number: the token, the PIN and the app. */
export function AccessFields({ form, stored, tokenHint, hasInstalledApp, isOnPhone = false }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <SecretField
        label={t('connections.official.token')}
        description={tokenHint}
        stored={stored.token}
        {...form.getInputProps('token')}
      />
      {!isOnPhone && (
        <TextInput
          {...plain}
          inputMode="numeric"
          maxLength={6}
          label={t('connections.official.pin')}
          description={t('connections.official.pinHint')}
          {...form.getInputProps('pin')}
        />
      )}
      {hasInstalledApp === false && form.values.hasOwnApp ? (
        <p className={styles.lead}>{t('errors.ERR_OFFICIAL_OWN_APP')}</p>
      ) : (
        <Switch
          label={t('connections.official.ownApp')}
          description={t('connections.official.ownAppHint')}
          {...form.getInputProps('hasOwnApp', { type: 'checkbox' })}
        />
      )}
      {form.values.hasOwnApp && (
        <>
          <TextInput
            {...plain}
            inputMode="numeric"
            label={t('connections.official.appId')}
            {...form.getInputProps('app.id')}
          />
          <SecretField
            // Of another app nothing is stored.
            key={`secret ${stored.secret}`}
            label={t('connections.official.appSecret')}
            stored={stored.secret}
            {...form.getInputProps('app.secret')}
          />
          <SecretField
            key={`verify token ${stored.verifyToken}`}
            label={t('connections.official.verifyToken')}
            description={t('connections.official.verifyTokenHint')}
            stored={stored.verifyToken}
            {...form.getInputProps('app.verifyToken')}
          />
        </>
      )}
    </>
  )
}

/** Of a number that is not connected yet. */
export const nothingStored = { token: '', secret: '', verifyToken: '' }

export const plain = { size: 'sm', autoComplete: 'off', spellCheck: false } as const
