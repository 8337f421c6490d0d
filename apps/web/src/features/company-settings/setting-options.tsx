import { useTranslation } from 'react-i18next'
import { mayOperate } from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'
import { CompanyRegion } from './company-region.tsx'
import { PlatformOptions } from './platform/index.ts'
import { settingGroups } from './setting-groups.ts'
import { SettingRow } from './setting-row.tsx'
import styles from './settings.module.css'

export function SettingOptions() {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <div className={styles.groups}>
      {mayOperate(me) && <PlatformOptions />}
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
