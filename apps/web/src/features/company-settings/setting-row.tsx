import { Loader, Select, Switch } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useCompanySettings } from '../../lib/session.ts'
import { useSaveSetting } from './company-settings.api.ts'
import { type OfferedSetting, choices, hasChoices, isText } from './setting-groups.ts'
import { SettingText } from './setting-text.tsx'
import styles from './settings.module.css'

/** Saves every change at once and says so beside the control. */
export function SettingRow({ setting }: { setting: OfferedSetting }) {
  return isText(setting) ? <SettingText setting={setting} /> : <SettingControl setting={setting} />
}

function SettingControl({ setting }: { setting: OfferedSetting }) {
  const { t } = useTranslation()
  const value = useCompanySettings()[setting]
  const save = useSaveSetting()
  const hint = useId()
  // Shows the chosen value while it is being saved; an error resets it.
  const shown = save.isPending ? save.variables.data : value
  const choose = (data: string) => save.mutate({ column: setting, data })
  const label = t(`settings.${setting}.label`)

  return (
    <li className={styles.setting}>
      <p>
        {label}
        <small id={hint}>{t(`settings.${setting}.hint`)}</small>
      </p>
      <span className={styles.saved} role="status">
        {save.isPending && <Loader size={14} aria-label={t('settings.saving')} />}
        {save.isSuccess && t('settings.saved')}
      </span>
      {hasChoices(setting) ? (
        <Select
          size="xs"
          w={160}
          aria-label={label}
          aria-describedby={hint}
          data={choices[setting].map((type) => ({ value: type, label: t(`settings.choices.${setting}.${type}`) }))}
          // Existing clients also store types of the bot that are not offered, and that send text too.
          value={choices[setting].find((type) => type === shown) ?? choices[setting][0]}
          onChange={(type) => type && type !== value && choose(type)}
        />
      ) : (
        <Switch
          aria-label={label}
          aria-describedby={hint}
          checked={shown === 'enabled'}
          onChange={({ currentTarget }) => choose(currentTarget.checked ? 'enabled' : 'disabled')}
        />
      )}
    </li>
  )
}
