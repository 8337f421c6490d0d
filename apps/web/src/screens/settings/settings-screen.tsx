import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLiveCompany } from '../../features/company-settings/company-settings.api.ts'
import { Holidays } from '../../features/company-settings/holidays/index.ts'
import { CompanyHours } from '../../features/company-settings/company-hours.tsx'
import { SettingOptions } from '../../features/company-settings/setting-options.tsx'
import { MailServer } from '../../features/mail-server/mail-server.tsx'
import { useCompanySettings, useMe } from '../../lib/session.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { unsaved } from '../../ui/dialogs/unsaved.ts'
import { Page } from '../../ui/page/page.tsx'

export function SettingsScreen() {
  const { t } = useTranslation()
  useTitle(t('settings.title'))
  useLiveCompany()
  const { scheduleType } = useCompanySettings()
  const hasHours = scheduleType === 'company'
  const hasHolidays = scheduleType !== 'disabled'
  // What the operator sets for the whole installation.
  const hasMail = useMe().super
  const [tab, setTab] = useState<string | null>('options')
  const isShown = tab === 'mail' ? hasMail : tab === 'holidays' ? hasHolidays : hasHours
  const change = async (next: string | null) => {
    // The other tab leaves the form, as a link does.
    if (await unsaved.mayLeave('link')) setTab(next)
  }

  return (
    <Page title={t('settings.title')}>
      <Tabs value={isShown ? tab : 'options'} onChange={(next) => void change(next)} keepMounted={false}>
        {(hasHolidays || hasMail) && (
          <Tabs.List px={24}>
            <Tabs.Tab value="options">{t('settings.tabs.options')}</Tabs.Tab>
            {hasHours && <Tabs.Tab value="hours">{t('settings.tabs.hours')}</Tabs.Tab>}
            {hasHolidays && <Tabs.Tab value="holidays">{t('settings.tabs.holidays')}</Tabs.Tab>}
            {hasMail && <Tabs.Tab value="mail">{t('settings.tabs.mail')}</Tabs.Tab>}
          </Tabs.List>
        )}
        <Tabs.Panel value="options">
          <SettingOptions />
        </Tabs.Panel>
        {hasHours && (
          <Tabs.Panel value="hours">
            <CompanyHours />
          </Tabs.Panel>
        )}
        {hasHolidays && (
          <Tabs.Panel value="holidays">
            <Holidays />
          </Tabs.Panel>
        )}
        {hasMail && (
          <Tabs.Panel value="mail">
            <MailServer />
          </Tabs.Panel>
        )}
      </Tabs>
    </Page>
  )
}
