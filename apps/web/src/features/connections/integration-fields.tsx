import { Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { integrationChoices } from '../../lib/choices/integration-choices.ts'
import { hasIntegrations } from '../../lib/rights.ts'
import { useMe } from '../../lib/session.ts'
import type { ConnectionValues } from './connection-values.ts'

/** Who answers customers of the connection before they are in a queue. Nothing without the feature in the plan. */
export function IntegrationFields({ form }: { form: UseFormReturnType<ConnectionValues> }) {
  const { t } = useTranslation()
  const has = hasIntegrations(useMe())
  const { data: integrations = [] } = useQuery({ ...integrationChoices, enabled: has })
  if (!has) return null
  return (
    <Select
      clearable
      searchable
      label={t('connections.integration')}
      description={t('connections.integrationHint')}
      placeholder={t('connections.noIntegration')}
      nothingFoundMessage={t('ui.nothingFound')}
      data={integrations.map(({ id, name }) => ({ value: String(id), label: name }))}
      {...form.getInputProps('integrationId')}
    />
  )
}
