import type { BillingSettings, GatewayState } from '@guiche/contract'
import { Alert, Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { useTestBillingSettings } from './payment-settings.api.ts'
import styles from './payment-settings.module.css'

interface Props {
  failure: BillingSettings['failure']
  isUnsaved: boolean
}

/** Tries what is stored, and says what happened and what to do. Until then it says what failed the last time. */
export function GatewayTest({ failure, isUnsaved }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const test = useTestBillingSettings()
  return (
    <>
      <div className={styles.file}>
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={16} stroke={1.7} />}
          loading={test.isPending}
          disabled={isUnsaved}
          onClick={() => test.mutate()}
        >
          {t('billing.settings.test')}
        </Button>
        <span>{t(isUnsaved ? 'billing.settings.testUnsaved' : 'billing.settings.testHint')}</span>
      </div>
      {failure && !test.data && (
        <Alert color="red" title={t('billing.settings.failedAt', { at: format.tableTime(failure.at) })}>
          {t(`billing.settings.states.${failure.state}`)}
        </Alert>
      )}
      <div role="status">{test.data && <Result state={test.data.state} />}</div>
    </>
  )
}

function Result({ state }: { state: GatewayState }) {
  const { t } = useTranslation()
  return <Alert color={state === 'works' ? 'green' : 'red'}>{t(`billing.settings.states.${state}`)}</Alert>
}
