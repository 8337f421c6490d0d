import { useTranslation } from 'react-i18next'
import { CompanyRegion } from './company-region.tsx'
import { settingGroups } from './setting-groups.ts'
import { SettingRow } from './setting-row.tsx'
import styles from './settings.module.css'

export function SettingOptions() {
  const { t } = useTranslation()
  return (
    <div className={styles.groups}>
      <section className={styles.group}>
        <h2>{t('settings.groups.company')}</h2>
        <ul>
          <CompanyRegion />
        </ul>
      </section>
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
