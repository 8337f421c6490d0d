import { type Answer, type api } from '@guiche/contract'
import { Alert } from '@mantine/core'
import { IconCheck, IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** What the test found out, in words, and the answer of the server for those who can read it. */
export function TestOutcome({ tested }: { tested: Answer<typeof api.testMailServer> }) {
  const { t } = useTranslation()
  const { outcome, recipient, reply } = tested
  const isGood = outcome === 'accepted'
  return (
    <Alert
      role="status"
      color={isGood ? 'green' : 'red'}
      icon={isGood ? <IconCheck size={18} /> : <IconAlertTriangle size={18} />}
    >
      {t(`mail-server.outcomes.${outcome}`, { recipient })}
      {!isGood && reply !== '' && <> {t('mail-server.reply', { reply })}</>}
    </Alert>
  )
}
