import { useTranslation } from 'react-i18next'
import { settingGroups } from './setting-groups.ts'
import { SettingRow } from './setting-row.tsx'
import styles from './settings.module.css'

export function SettingOptions() {
  const { t } = useTranslation()
  return (
    <div className={styles.groups}>
      {settingGroups.map(({ name, settings }) => (
        <section key={name} className={styles.group}>
          <h2>{t(`settings.groups.${name}`)}</h2>
          <ul>
            {settings.map((setting) => (
              <SettingRow key={setting} setting={setting} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
