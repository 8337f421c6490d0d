import type { GatewayState } from '@guiche/contract'
import { Alert, Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useTestBillingSettings } from './payment-settings.api.ts'
import styles from './payment-settings.module.css'

/** Tries what is stored, and says what happened and what to do. */
export function GatewayTest({ isUnsaved }: { isUnsaved: boolean }) {
  const { t } = useTranslation()
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
      <div role="status">{test.data && <Result state={test.data.state} />}</div>
    </>
  )
}

function Result({ state }: { state: GatewayState }) {
  const { t } = useTranslation()
  return <Alert color={state === 'works' ? 'green' : 'red'}>{t(`billing.settings.states.${state}`)}</Alert>
}
