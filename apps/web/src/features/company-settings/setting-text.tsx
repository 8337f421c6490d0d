import { Loader, TextInput, Textarea } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api-error.ts'
import { useCompanySettings } from '../../lib/session.ts'
import { useUnsaved } from '../../ui/dialogs/use-unsaved.tsx'
import { useSaveSetting } from './company-settings.api.ts'
import type { TextSetting } from './setting-groups.ts'
import styles from './settings.module.css'

/** A text is saved when its field is left. One that cannot be saved stays in the field, and leaving the page asks. */
export function SettingText({ setting }: { setting: TextSetting }) {
  const { t } = useTranslation()
  const value = useCompanySettings()[setting]
  const save = useSaveSetting()
  const hint = useId()
  const [written, setWritten] = useState<string>()
  const [isWrong, setIsWrong] = useState(false)
  const isChanged = written !== undefined && written !== value
  const { question } = useUnsaved(isChanged, { asksLinks: true })

  function leave() {
    if (written === undefined) return
    const data = setting === 'lgpdLink' ? withScheme(written) : written
    if (data === value) return setWritten(undefined)
    setWritten(data)
    save.mutate(
      { column: setting, data },
      {
        onSuccess: () => setWritten((now) => (now === data ? undefined : now)),
        // The server decides: browsers take other addresses for valid.
        onError: (error) => setIsWrong(error instanceof ApiError && error.code === 'ERR_VALIDATION'),
      },
    )
  }

  const label = t(`settings.${setting}.label`)
  const field = {
    size: 'sm',
    'aria-label': label,
    'aria-describedby': hint,
    value: written ?? value,
    error: isWrong && t(`settings.${setting}.wrong`),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      setWritten(currentTarget.value)
      if (isWrong) setIsWrong(false)
    },
    onBlur: leave,
  } as const

  return (
    <li className={styles.text}>
      <p>
        {label}
        <small id={hint}>{t(`settings.${setting}.hint`)}</small>
      </p>
      <span className={styles.saved} role="status">
        {save.isPending && <Loader size={14} aria-label={t('settings.saving')} />}
        {!save.isPending && isChanged && <span className={styles.unsaved}>{t('settings.unsaved')}</span>}
        {save.isSuccess && !isChanged && t('settings.saved')}
      </span>
      {setting === 'lgpdMessage' ? (
        <Textarea {...field} className={styles.field} autosize minRows={2} maxRows={8} />
      ) : (
        <TextInput {...field} className={styles.field} type="url" placeholder="https://" />
      )}
      {question}
    </li>
  )
}

/** People write addresses without a scheme. */
const withScheme = (text: string): string => {
  const trimmed = text.trim()
  return trimmed === '' || trimmed.includes('://') ? trimmed : `https://${trimmed}`
}
