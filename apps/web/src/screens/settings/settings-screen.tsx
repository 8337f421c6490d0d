import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CompanyHours } from '../../features/company-settings/company-hours.tsx'
import { SettingOptions } from '../../features/company-settings/setting-options.tsx'
import { useCompanySettings } from '../../lib/session.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { unsaved } from '../../ui/dialogs/unsaved.ts'
import { Page } from '../../ui/page/page.tsx'

export function SettingsScreen() {
  const { t } = useTranslation()
  useTitle(t('settings.title'))
  const hasHours = useCompanySettings().scheduleType === 'company'
  const [tab, setTab] = useState<string | null>('options')
  const change = async (next: string | null) => {
    // The other tab leaves the form, as a link does.
    if (await unsaved.mayLeave('link')) setTab(next)
  }

  return (
    <Page title={t('settings.title')}>
      <Tabs value={hasHours ? tab : 'options'} onChange={(next) => void change(next)} keepMounted={false}>
        {hasHours && (
          <Tabs.List px={24}>
            <Tabs.Tab value="options">{t('settings.tabs.options')}</Tabs.Tab>
            <Tabs.Tab value="hours">{t('settings.tabs.hours')}</Tabs.Tab>
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
      </Tabs>
    </Page>
  )
}
