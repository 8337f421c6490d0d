import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NoticeTexts } from '../../features/billing/notice-texts/index.ts'
import { PaymentSettings } from '../../features/billing/payment-settings/index.ts'
import { useLiveCompany } from '../../features/company-settings/company-settings.api.ts'
import { Holidays } from '../../features/company-settings/holidays/index.ts'
import { CompanyHours } from '../../features/company-settings/company-hours.tsx'
import { SettingOptions } from '../../features/company-settings/setting-options.tsx'
import { HelpManager } from '../../features/helps/help-manager.tsx'
import { MailServer } from '../../features/mail-server/mail-server.tsx'
import { PlanList } from '../../features/plans/plan-list.tsx'
import { mayOperate } from '../../lib/rights.ts'
import { useCompanySettings, useMe } from '../../lib/session.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { unsaved } from '../../ui/dialogs/unsaved.ts'
import { Page } from '../../ui/page/page.tsx'
import { useShownTab } from '../../ui/use-shown-tab.ts'
import { CompaniesTab } from './companies-tab.tsx'
import { type SettingsTab, SettingsSearch } from './settings-search.ts'

export function SettingsScreen() {
  const { t } = useTranslation()
  useTitle(t('settings.title'))
  useLiveCompany()
  const tabs = useTabs()
  const navigate = useNavigate()
  const { tab } = SettingsSearch.parse(useSearch({ strict: false }))
  // Of a tab that is not shown, such as one of the operator, nothing is said.
  const { name: chosen = 'options' } = tabs.find(({ name }) => name === tab) ?? {}
  const tabList = useShownTab(chosen)
  const change = async (next: string | null) => {
    // The other tab leaves the form, as a link does. Replacing the address does not ask again.
    if (next && (await unsaved.mayLeave('link'))) void navigate({ to: '.', search: { tab: next }, replace: true })
  }

  return (
    <Page title={t('settings.title')}>
      <Tabs value={chosen} onChange={(next) => void change(next)} keepMounted={false}>
        {tabs.length > 1 && (
          <Tabs.List ref={tabList} px={24}>
            {tabs.map(({ name }) => (
              <Tabs.Tab key={name} value={name}>
                {t(`settings.tabs.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        )}
        {tabs.map(({ name, content }) => (
          <Tabs.Panel key={name} value={name}>
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  )
}

interface Tab {
  name: SettingsTab
  content: ReactNode
}

function useTabs(): Tab[] {
  const { scheduleType } = useCompanySettings()
  const isOperator = mayOperate(useMe())
  const tabs: (Tab & { isShown?: boolean })[] = [
    { name: 'options', content: <SettingOptions /> },
    { name: 'hours', content: <CompanyHours />, isShown: scheduleType === 'company' },
    { name: 'holidays', content: <Holidays />, isShown: scheduleType !== 'disabled' },
    { name: 'companies', content: <CompaniesTab />, isShown: isOperator },
    { name: 'plans', content: <PlanList />, isShown: isOperator },
    { name: 'payments', content: <PaymentSettings />, isShown: isOperator },
    { name: 'notices', content: <NoticeTexts />, isShown: isOperator },
    { name: 'helps', content: <HelpManager />, isShown: isOperator },
    { name: 'mail', content: <MailServer />, isShown: isOperator },
  ]
  return tabs.filter(({ isShown = true }) => isShown)
}
