import type { IntegrationView } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconPlus, IconRobot } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswererStatus } from '../../features/queue-integrations/answerer-status.tsx'
import { IntegrationDialog } from '../../features/queue-integrations/integration-dialog.tsx'
import { IntegrationUses } from '../../features/queue-integrations/integration-uses.tsx'
import {
  answererStates,
  integrations,
  useDeleteIntegration,
  useLiveIntegrations,
} from '../../features/queue-integrations/queue-integrations.api.ts'
import styles from '../../features/queue-integrations/queue-integrations.module.css'
import { TypeLogo } from '../../features/queue-integrations/type-logo.tsx'
import { useTitle } from '../../lib/browser/title.ts'
import { listOf } from '../../lib/cache/list.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { type Column, ListPage } from '../../ui/list-page/list-page.tsx'

/** Bots and flows outside that answer customers (docs/requirements/back-office.md, section 2). */
export function QueueIntegrationsScreen() {
  const { t } = useTranslation()
  useTitle(t('queue-integrations.title'))
  useLiveIntegrations()
  const [searchParam, setSearch] = useState('')
  const [edited, setEdited] = useState<IntegrationView | 'new'>()
  const list = useInfiniteQuery(integrations(searchParam))
  const remove = useDeleteIntegration()

  const create = () => setEdited('new')
  useActions([{ keys: 'n', label: t('queue-integrations.add'), group: 'general', icon: IconPlus, run: create }])
  const add = (variant: 'filled' | 'default') => (
    <Button size="xs" variant={variant} leftSection={<IconPlus size={16} />} onClick={create}>
      {t('queue-integrations.add')}
    </Button>
  )

  return (
    <>
      <ListPage
        title={t('queue-integrations.title')}
        list={listOf(list, (page) => page.queueIntegrations)}
        columns={useColumns()}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        search={{ label: t('queue-integrations.search'), value: searchParam, onChange: setSearch }}
        actions={add('filled')}
        empty={{
          icon: <IconRobot size={32} stroke={1.3} />,
          title: t('queue-integrations.empty'),
          text: t('queue-integrations.emptyText'),
          actions: add('default'),
        }}
        onEdit={setEdited}
        onDelete={(integration) => remove.mutateAsync(integration)}
        deleteText={(integration) => (
          <>
            <IntegrationUses integration={integration} />
            <p>{t('queue-integrations.deleteText')}</p>
          </>
        )}
      />
      {edited && (
        <IntegrationDialog integration={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}

function useColumns(): Column<IntegrationView>[] {
  const { t } = useTranslation()
  const { data: states } = useQuery(answererStates)
  const stateOf = (id: number) => states?.find((one) => one.kind === 'integration' && one.id === id)
  return [
    { key: 'type', title: t('queue-integrations.type'), width: '18%', cell: ({ type }) => <TypeLogo type={type} /> },
    { key: 'id', title: t('queue-integrations.id'), width: '10%', cell: ({ id }) => id },
    { key: 'name', title: t('queue-integrations.name'), card: 'head', cell: ({ name }) => <b>{name}</b> },
    {
      key: 'state',
      title: t('queue-integrations.state'),
      width: '34%',
      cell: ({ id }) => (
        <span className={styles.state}>
          <AnswererStatus state={stateOf(id)} />
        </span>
      ),
    },
  ]
}
