import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Documentation } from '../../features/messages-api/examples/index.ts'
import { TestForms } from '../../features/messages-api/test-forms/index.ts'
import { Tokens } from '../../features/messages-api/tokens/index.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { Page } from '../../ui/page/page.tsx'

/** How programs send messages (docs/requirements/messages-api.md). */
export function MessagesApiScreen() {
  const { t } = useTranslation()
  useTitle(t('messages-api.title'))
  const [messageId, setMessageId] = useState(1)

  return (
    <Page title={t('messages-api.title')}>
      {/* What was typed stays while another tab is looked at. */}
      <Tabs defaultValue="documentation">
        <Tabs.List px={24}>
          <Tabs.Tab value="documentation">{t('messages-api.tabs.documentation')}</Tabs.Tab>
          <Tabs.Tab value="test">{t('messages-api.tabs.test')}</Tabs.Tab>
          <Tabs.Tab value="tokens">{t('messages-api.tabs.tokens')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="documentation">
          <Documentation messageId={messageId} />
        </Tabs.Panel>
        <Tabs.Panel value="test">
          <TestForms onSent={setMessageId} />
        </Tabs.Panel>
        <Tabs.Panel value="tokens">
          <Tokens />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
