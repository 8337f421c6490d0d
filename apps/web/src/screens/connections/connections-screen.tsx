import type { ConnectionView } from '@guiche/contract'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConnectionDialog } from '../../features/connections/connection-dialog.tsx'
import { connectionList, useDeleteConnection, useLiveConnections } from '../../features/connections/connections.api.ts'
import { NewConnectionMenu } from '../../features/connections/new-connection-menu.tsx'
import { queueList, useLiveQueues } from '../../features/queues/queues.api.ts'
import { useCompanySettings } from '../../lib/session.ts'
import { useTitle } from '../../lib/title.ts'
import { wholeList } from '../../lib/whole-list.ts'
import { ListPage } from '../../ui/list-page.tsx'
import { useConnectionColumns } from './connection-columns.tsx'

type Edited = { connection?: ConnectionView; isJustMade?: boolean }

export function ConnectionsScreen() {
  const { t } = useTranslation()
  useTitle(t('connections.title'))
  useLiveConnections()
  useLiveQueues()
  const connections = useQuery(connectionList)
  const { data: queues = [] } = useQuery(queueList)
  const { scheduleType } = useCompanySettings()
  const remove = useDeleteConnection()
  const [edited, setEdited] = useState<Edited>()

  return (
    <>
      <ListPage
        title={t('connections.title')}
        list={wholeList(connections)}
        columns={useConnectionColumns()}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        actions={<NewConnectionMenu onWebChat={() => setEdited({})} />}
        empty={{
          icon: <IconPlugConnected size={32} stroke={1.3} />,
          title: t('connections.empty'),
          text: t('connections.emptyText'),
          actions: <NewConnectionMenu variant="default" onWebChat={() => setEdited({})} />,
        }}
        onEdit={(connection) => setEdited({ connection })}
        onDelete={(connection) => remove.mutateAsync(connection)}
        deleteText={() => t('connections.deleteText')}
      />
      {edited && (
        <ConnectionDialog
          key={edited.connection?.id ?? 'new'}
          {...edited}
          isFirst={connections.data?.length === 0}
          queues={queues}
          hasHours={scheduleType === 'connection'}
          onMade={(connection) => setEdited({ connection, isJustMade: true })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}
