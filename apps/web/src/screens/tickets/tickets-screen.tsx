import { isWaiting } from '@guiche/contract'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Opened } from '../../features/search/found-row.tsx'
import {
  ChooseTicket,
  InsteadOfEmptyList,
  NarrowTabs,
  TicketList,
  type RowsHandle,
  noSearch,
} from '../../features/tickets/list/index.ts'
import { LostConnectionsContext } from '../../features/tickets/lost-connections.ts'
import { TicketActionsContext } from '../../features/tickets/ticket-actions.ts'
import type { ListedTicket } from '../../features/tickets/ticket-lists.ts'
import { messageInAddress } from '../../lib/message-in-address.ts'
import { isAdmin, useMe } from '../../lib/session.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { addressOf } from './address.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { useGuide } from './first-steps/use-guide.ts'
import { FirstSteps, WorkspaceDialogs, OpenTicket, usePreload } from './lazy-parts.tsx'
import { ListResizer } from './list-resizer.tsx'
import { TicketSkeleton } from './ticket-skeleton.tsx'
import styles from './tickets-screen.module.css'
import { usePrefetchTicket } from './use-prefetch-ticket.ts'
import { useGoOn } from './workspace/use-go-on.ts'
import { useContactPalette } from './use-contact-palette.tsx'
import type { Navigation } from './workspace/open-dialog.ts'
import { useCloseAll } from './workspace/use-close-all.ts'
import { useWorkspace } from './workspace/use-workspace.ts'
import { searchOf, useListScroll, useListView } from './use-list-view.ts'
import { useOtherResults } from './use-other-results.tsx'
import { usePicks } from './use-picks.ts'
import { useListKeys } from './use-list-keys.ts'

/** The ticket workspace: /tickets and /tickets/{uuid} (docs/requirements/workspace.md, section 2). */
export function TicketsScreen() {
  const { t } = useTranslation()
  useTitle(t('shell.menu.tickets'))
  usePreload()
  const me = useMe()
  const picks = usePicks()
  const [view, changeView] = useListView()
  const scroll = useListScroll()
  const { ticketId: uuid } = useParams({ strict: false })
  const [lastUuid, setLastUuid] = useState(uuid)
  if (uuid && uuid !== lastUuid) setLastUuid(uuid)
  const navigation = useNavigation(changeView)
  const goOn = useGoOn(uuid, navigation)
  const [drawer, setDrawer] = useDrawer()
  const showTags = (ticket: ListedTicket) => (navigation.open(ticket), setDrawer('tags'))
  const workspace = useWorkspace({ ...navigation, goOn, showTags }, useCloseAll(view))
  const rows = useRef<RowsHandle>(null)
  const isPhone = useIsPhone()
  const steps = useGuide()
  const guide = steps && (
    <Suspense fallback={<div className={styles.missing} />}>
      <FirstSteps steps={steps} picks={picks} />
    </Suspense>
  )
  const others = useOtherResults({
    view,
    onOpen: (opened) => {
      navigation.show(opened)
      if (opened.messageId === null) setDrawer('open')
    },
    onContact: workspace.beginWith,
    rows,
  })
  const approach = usePrefetchTicket()
  const openRow = useOpenRow(navigation.show)
  useContactPalette(workspace.beginWith)
  useListKeys({ rows, actions: workspace.actions, view, changeView })

  return (
    <TicketActionsContext value={workspace.actions}>
      <h1 className="aloud">{t('shell.menu.tickets')}</h1>
      <div className={styles.workspace} data-chosen={Boolean(uuid)} data-bare={Boolean(uuid)}>
        <ListResizer>
          <InsteadOfEmptyList value={isPhone ? guide : undefined}>
            <LostConnectionsContext value={picks.lostConnections}>
              <TicketList
                view={view}
                onChange={changeView}
                others={others}
                picks={picks}
                isAdmin={isAdmin(me)}
                selected={uuid}
                hrefOf={hrefOf}
                onOpen={openRow}
                onPrefetch={approach}
                rows={rows}
                scroll={scroll}
              />
            </LostConnectionsContext>
          </InsteadOfEmptyList>
        </ListResizer>
        {uuid ? (
          <Suspense fallback={<TicketSkeleton />}>
            <OpenTicket
              key={uuid}
              uuid={uuid}
              drawer={drawer}
              onDrawer={setDrawer}
              onLeave={navigation.leave}
              onTalkTo={workspace.talkTo}
              served={workspace.served}
              onAttended={workspace.attended}
              onForward={workspace.forward}
              onPickContacts={workspace.pickContacts}
            />
          </Suspense>
        ) : (
          ((isPhone ? undefined : guide) ?? <ChooseTicket />)
        )}
        <NarrowTabs
          current={uuid ? 'ticket' : 'list'}
          onTicket={lastUuid ? () => navigation.show({ uuid: lastUuid, messageId: null }) : undefined}
          onList={navigation.leave}
        />
      </div>
      <Suspense>
        {workspace.dialog && <WorkspaceDialogs workspace={workspace} picks={picks} open={navigation.open} />}
      </Suspense>
    </TicketActionsContext>
  )
}

const hrefOf = ({ uuid, found }: ListedTicket) => addressOf({ uuid, messageId: found?.messageId })

/** Opens a ticket, in a search at the message that was found. */
const useOpenRow = (show: (opened: Opened) => void) =>
  useCallback(({ uuid, found }: ListedTicket) => show({ uuid, messageId: found?.messageId ?? null }), [show])

export type Drawer = 'closed' | 'open' | 'tags'
let lastDrawer: Drawer = 'closed'

/** The contact drawer's state, kept from ticket to ticket. */
function useDrawer(): [Drawer, (drawer: Drawer) => void] {
  const [drawer, setDrawer] = useState(lastDrawer)
  return [
    drawer,
    (next) => {
      lastDrawer = next === 'tags' ? 'open' : next
      setDrawer(next)
    },
  ]
}

type ChangeView = ReturnType<typeof useListView>[1]

function useNavigation(
  changeView: ChangeView,
): Omit<Navigation, 'showTags' | 'goOn'> & { show: (opened: Opened) => void; leave: () => void } {
  const navigate = useNavigate()
  const [view] = useListView()
  const search = searchOf(view)
  const show = useCallback(
    ({ uuid, messageId }: Opened) =>
      void navigate({
        to: '/tickets/{-$ticketId}',
        params: { ticketId: uuid },
        search: messageInAddress(messageId),
      }),
    [navigate],
  )
  return {
    show,
    // Without this, the ticket would stay open.
    leave: () => void navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: undefined }, search }),
    open: ({ uuid, status }) => {
      show({ uuid, messageId: null })
      const tab = isWaiting(status) ? 'pending' : status === 'open' || status === 'group' ? status : undefined
      if (tab && (view.view !== 'open' || view.tab !== tab)) changeView({ ...noSearch, tab, statuses: [] })
    },
  }
}
