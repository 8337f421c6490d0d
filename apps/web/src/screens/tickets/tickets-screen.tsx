import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMessagesLive } from '../../features/messages/use-messages-live.ts'
import { ChooseTicket, NarrowTabs, TicketList, type RowsHandle } from '../../features/tickets/list/index.ts'
import { TicketActionsContext } from '../../features/tickets/ticket-actions.ts'
import type { ListedTicket } from '../../features/tickets/ticket-lists.ts'
import { useTicketsLive } from '../../features/tickets/use-tickets-live.ts'
import { isAdmin, useMe } from '../../lib/session.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { DeskDialogs, OpenTicket, useFetchedLater } from './later.tsx'
import { ListResizer } from './list-resizer.tsx'
import { TicketSkeleton } from './ticket-skeleton.tsx'
import styles from './tickets-screen.module.css'
import { useApproach } from './use-approach.ts'
import { useContactPalette } from './use-contact-palette.tsx'
import { type Ways, useDesk } from './use-desk.ts'
import { searchOf, useListView } from './use-list-view.ts'
import { usePicks } from './use-picks.ts'
import { useListKeys } from './use-list-keys.ts'

/** The ticket workspace: /tickets and /tickets/{uuid} (docs/requirements/workspace.md, section 2). */
export function TicketsScreen() {
  const { t } = useTranslation()
  useTitle(t('shell.menu.tickets'))
  useFetchedLater()
  useTicketsLive()
  useMessagesLive()
  const me = useMe()
  const picks = usePicks()
  const [view, changeView] = useListView()
  const { ticketId: uuid } = useParams({ strict: false })
  const [lastUuid, setLastUuid] = useState(uuid)
  if (uuid && uuid !== lastUuid) setLastUuid(uuid)
  const ways = useWays(changeView)
  const [drawer, setDrawer] = useDrawer()
  const desk = useDesk({ ...ways, showTags: (ticket) => (ways.open(ticket), setDrawer('tags')) })
  const rows = useRef<RowsHandle>(null)
  const approach = useApproach()
  useContactPalette(desk.beginWith)
  useListKeys({ rows, create: desk.actions.create, changeView })

  return (
    <TicketActionsContext value={desk.actions}>
      <div className={styles.workspace} data-chosen={Boolean(uuid)} data-bare={Boolean(uuid)}>
        <ListResizer>
          <TicketList
            view={view}
            onChange={changeView}
            picks={picks}
            isAdmin={isAdmin(me)}
            selected={uuid}
            hrefOf={hrefOf}
            onOpen={ways.show}
            onApproach={approach}
            rows={rows}
          />
        </ListResizer>
        {uuid ? (
          <Suspense fallback={<TicketSkeleton />}>
            <OpenTicket
              key={uuid}
              uuid={uuid}
              drawer={drawer}
              onDrawer={setDrawer}
              onLeave={ways.leave}
              onTalkTo={desk.talkTo}
              served={desk.served}
              onAttended={desk.attended}
              onForward={desk.forward}
              onPickContacts={desk.pickContacts}
            />
          </Suspense>
        ) : (
          <ChooseTicket />
        )}
        <NarrowTabs
          current={uuid ? 'ticket' : 'list'}
          onTicket={lastUuid ? () => ways.show({ uuid: lastUuid }) : undefined}
          onList={ways.leave}
        />
      </div>
      <Suspense>{desk.dialog && <DeskDialogs desk={desk} picks={picks} view={view} open={ways.open} />}</Suspense>
    </TicketActionsContext>
  )
}

const hrefOf = ({ uuid }: ListedTicket) => `/tickets/${uuid}`

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

function useWays(
  changeView: ChangeView,
): Omit<Ways, 'showTags'> & { show: (ticket: { uuid: string }) => void; leave: () => void } {
  const navigate = useNavigate()
  const [view] = useListView()
  const search = searchOf(view)
  const show = useCallback(
    ({ uuid }: { uuid: string }) =>
      void navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: uuid }, search: (now) => now }),
    [navigate],
  )
  return {
    show,
    // Without this, the ticket would stay open.
    leave: () => void navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: undefined }, search }),
    open: ({ uuid, status }) => {
      show({ uuid })
      const tab = status === 'open' || status === 'pending' || status === 'group' ? status : undefined
      if (tab && (view.view !== 'open' || view.tab !== tab)) changeView({ view: 'open', tab, q: '', statuses: [] })
    },
  }
}
