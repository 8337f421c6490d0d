import { type Channel, type ConnectionView, channelFeatures } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconBrandWhatsapp, IconPlugConnected, IconRefresh, IconWorld } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConnectionDialog } from '../../features/connections/connection-dialog.tsx'
import {
  connectionList,
  useDeleteConnection,
  useLiveConnections,
  useLiveImports,
  useRestartSessions,
} from '../../features/connections/connections.api.ts'
import { useLiveHealth, HistoryDialog, HistoryItem } from '../../features/connections/health/index.ts'
import { isPhone } from '../../lib/sending/whatsapp-way.ts'
import { ImportCard, isImporting } from '../../features/connections/import-card.tsx'
import { useImportEnds } from '../../features/connections/use-import-ends.ts'
import { NewConnectionMenu } from '../../features/connections/new-connection-menu.tsx'
import {
  LinkNumberDialog,
  MoveDialog,
  NumberAccessDialog,
  type NumberValues,
} from '../../features/connections/official/index.ts'
import { MoveItem } from '../../features/connections/moves/index.ts'
import { ReturnedLogin } from '../../features/connections/login/index.ts'
import { QrDialog } from '../../features/connections/pairing/index.ts'
import { SupportButton } from '../../features/connections/support-button.tsx'
import { GuardDialog } from '../../features/sending-guard/guard-dialog.tsx'
import { PausedNumbers } from '../../features/sending-guard/paused-numbers.tsx'
import { numberGuards, useLiveGuards } from '../../features/sending-guard/sending-guard.api.ts'
import { queueList, useLiveQueues } from '../../features/queues/queues.api.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { usePlanHas } from '../../lib/plan.ts'
import { mayCampaign } from '../../lib/rights.ts'
import { isAdmin, useCompanySettings, useMe } from '../../lib/session.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { wholeList } from '../../lib/cache/whole-list.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { useConnectionColumns } from './connection-columns.tsx'
import { OpenTickets } from './open-tickets.tsx'

type Edited = { connection?: ConnectionView; channel: Channel; isJustMade?: boolean }

/** In ms: the interval for refetching an import's progress. */
const importLook = 5000

export function ConnectionsScreen() {
  const { t } = useTranslation()
  useTitle(t('connections.title'))
  useLiveConnections()
  useLiveImports()
  useLiveHealth()
  useLiveGuards()
  useLiveQueues()
  const me = useMe()
  const connections = useQuery({
    ...connectionList,
    refetchInterval: ({ state }) => (!isAdmin(me) && state.data?.some(isImporting) ? importLook : false),
  })
  const { data: queues = [] } = useQuery(queueList)
  const { scheduleType } = useCompanySettings()
  const remove = useDeleteConnection()
  const restart = useRestartSessions()
  const [edited, setEdited] = useState<Edited>()
  const [coded, setCoded] = useState<number>()
  const [told, setTold] = useState<number>()
  const [isLinking, setIsLinking] = useState(false)
  const [opened, setOpened] = useState<number>()
  const [moving, setMoving] = useState<{ id: number; typed?: NumberValues }>()
  const [guarded, setGuarded] = useState<number>()
  const [isRestarting, setIsRestarting] = useState(false)
  useImportEnds(connections.data)
  const { data: guards = [] } = useQuery({ ...numberGuards, enabled: mayCampaign(me) })
  const guard = guards.find(({ whatsappId }) => whatsappId === guarded)
  const historyOf = connections.data?.find(({ id }) => id === told)
  const accessOf = connections.data?.find(({ id }) => id === opened)
  const moved = connections.data?.find(({ id }) => id === moving?.id)
  const shown = connections.data?.find(({ id }) => id === coded)
  const hasPhones = connections.data?.some(isPhone)

  function restartAll() {
    restart.mutate(undefined, {
      onSuccess: () => toast.success(t('connections.restarting')),
      onSettled: () => setIsRestarting(false),
    })
  }
  const planHas = usePlanHas()
  const general = { group: 'general' } as const
  useActions([
    {
      ...general,
      keys: 'n',
      label: t('connections.addWhatsApp'),
      icon: IconBrandWhatsapp,
      run: () => setEdited({ channel: 'whatsapp' }),
      isOn: planHas(channelFeatures.whatsapp),
    },
    {
      ...general,
      label: t('connections.addWebChat'),
      icon: IconWorld,
      run: () => setEdited({ channel: 'webchat' }),
    },
    {
      ...general,
      label: t('connections.restart'),
      icon: IconRefresh,
      run: () => setIsRestarting(true),
      isOn: Boolean(hasPhones),
    },
  ])

  /** A web chat is ready at once, so show its script tag; a phone has to be linked first. */
  function made(connection: ConnectionView) {
    if (connection.channel === 'webchat') return setEdited({ connection, channel: 'webchat', isJustMade: true })
    setEdited(undefined)
    if (isAdmin(me)) setCoded(connection.id)
  }

  function moveInstead(id: number) {
    setCoded(undefined)
    setMoving({ id })
  }

  const menu = (variant: 'filled' | 'default') => (
    <NewConnectionMenu
      variant={variant}
      onMake={(channel) => setEdited({ channel })}
      onMakeOfficial={() => setIsLinking(true)}
    />
  )

  return (
    <>
      <ListPage
        title={t('connections.title')}
        list={wholeList(connections)}
        columns={useConnectionColumns({
          onShowCode: ({ id }) => setCoded(id),
          onShowAccess: ({ id }) => setOpened(id),
          onMove: ({ id }) => setMoving({ id }),
          onShowHistory: ({ id }) => setTold(id),
          onShowGuard: ({ id }) => setGuarded(id),
        })}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        actions={
          <>
            <SupportButton />
            {hasPhones && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconRefresh size={16} />}
                loading={restart.isPending}
                onClick={() => setIsRestarting(true)}
              >
                {t('connections.restart')}
              </Button>
            )}
            {menu('filled')}
          </>
        }
        notice={
          <>
            <PausedNumbers guards={guards} />
            {connections.data?.filter(isImporting).map((connection) => (
              <ImportCard key={connection.id} connection={connection} />
            ))}
          </>
        }
        empty={{
          icon: <IconPlugConnected size={32} stroke={1.3} />,
          title: t('connections.empty'),
          text: t('connections.emptyText'),
          actions: menu('default'),
        }}
        onEdit={(connection) => setEdited({ connection, channel: connection.channel })}
        rowMenu={(connection) => (
          <>
            <HistoryItem connection={connection} onShow={({ id }) => setTold(id)} />
            <MoveItem connection={connection} onMove={({ id }) => setMoving({ id })} />
          </>
        )}
        onDelete={(connection) => remove.mutateAsync(connection)}
        deleteText={(connection) => (
          <>
            <OpenTickets connection={connection} />
            <p>{t('connections.deleteText')}</p>
          </>
        )}
      />
      {edited && (
        <ConnectionDialog
          key={edited.connection?.id ?? 'new'}
          {...edited}
          isFirst={connections.data?.length === 0}
          queues={queues}
          hasHours={scheduleType === 'connection'}
          onMade={made}
          onClose={() => setEdited(undefined)}
        />
      )}
      <ReturnedLogin onMade={({ id }) => setOpened(id)} onAgain={() => setIsLinking(true)} />
      {isLinking && (
        <LinkNumberDialog
          onMade={({ id }) => {
            setIsLinking(false)
            setOpened(id)
          }}
          onMoveInstead={(id, typed) => {
            setIsLinking(false)
            setMoving({ id, typed })
          }}
          onClose={() => setIsLinking(false)}
        />
      )}
      {moved && (
        <MoveDialog
          key={moved.id}
          connection={moved}
          typed={moving?.typed}
          onMoved={({ id }) => {
            setMoving(undefined)
            setOpened(id)
          }}
          onClose={() => setMoving(undefined)}
        />
      )}
      {accessOf && <NumberAccessDialog connection={accessOf} onClose={() => setOpened(undefined)} />}
      {isRestarting && (
        <ConfirmDialog
          title={t('connections.restartTitle')}
          action={t('connections.restartAction')}
          isBusy={restart.isPending}
          onConfirm={restartAll}
          onClose={() => setIsRestarting(false)}
        >
          <p>{t('connections.restartText')}</p>
        </ConfirmDialog>
      )}
      {historyOf && <HistoryDialog connection={historyOf} onClose={() => setTold(undefined)} />}
      {guard && <GuardDialog guard={guard} onClose={() => setGuarded(undefined)} />}
      {shown && (
        <QrDialog
          connection={shown}
          onMoveToOfficial={() => moveInstead(shown.id)}
          onMoveOfficial={moveInstead}
          onClose={() => setCoded(undefined)}
        />
      )}
    </>
  )
}
