import { IconArrowBackUp } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/cache/queries.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useActions } from '../../lib/keyboard/actions.ts'
import { useLive, useSocketState } from '../../lib/live.ts'
import {
  type PendingChange,
  fetchPendingChanges,
  forgetPendingChange,
  undoPendingChange,
  usePendingChanges,
} from '../../lib/cache/pending-changes.ts'
import { toast } from '../../ui/toasts/toasts.tsx'

const titles = {
  close: 'tickets.closed',
  ignore: 'shell.undo.ignore',
  transfer: 'tickets.transferred',
  delete: 'shell.undo.delete',
} as const

/** In ms after a change is due. Its end should have been heard by then. */
const patience = 6_000

/** Shows what can be undone, on every screen and after a reload, and says so if it could not be done. */
export function PendingChanges() {
  const { t } = useTranslation()
  const changes = usePendingChanges()
  const undo = useUndo()
  useEnds()
  const { status } = useSocketState()
  // After a pause without a connection, not all events may have been kept.
  useEffect(() => {
    if (status === 'online') fetchPendingChanges().catch(() => undefined)
  }, [status])
  useActions([
    {
      keys: 'z',
      icon: IconArrowBackUp,
      label: t('ui.undo'),
      group: 'general',
      isOn: changes.length > 0,
      run: () => {
        const last = changes.at(-1)
        if (last) undo(last)
      },
    },
  ])
  return changes.map((change) => <Snackbar key={change.id} change={change} onUndo={() => undo(change)} />)
}

function Snackbar({ change, onUndo }: { change: PendingChange; onUndo: () => void }) {
  const { t } = useTranslation()
  const { id, kind, contactName, ticketId, until } = change
  const undo = useEffectEvent(onUndo)

  useEffect(() => {
    const name = `undo-${id}`
    toast.undoable(name, t(titles[kind]), {
      text: `${contactName} #${ticketId}`,
      until,
      onUndo: () => undo(),
    })
    const late = setTimeout(
      () => void fetchPendingChanges().catch(() => undefined),
      Math.max(0, until - performance.now()) + patience,
    )
    return () => {
      clearTimeout(late)
      toast.hide(name)
    }
  }, [id, kind, contactName, ticketId, until, t])
  return null
}

/** Shows the ticket again after it was undone. */
function useUndo(): (change: PendingChange) => void {
  const navigate = useNavigate()
  const { mutate } = useMutation({
    mutationFn: ({ id }: PendingChange) => undoPendingChange(id),
    onSuccess: (_nothing, { kind, ticketUuid }) => {
      if (kind === 'delete' || kind === 'ignore') return
      void navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: ticketUuid } })
    },
  })
  return mutate
}

function useEnds() {
  const { t } = useTranslation()
  const changes = usePendingChanges()
  /** Those whose customer has written meanwhile. The fastest tab of the user undoes them, and each tab says why. */
  const interrupted = useRef(new Map<number, PendingChange>())

  /** It was asked for in another tab. */
  function fetchUnknown(changeId: number) {
    if (changes.every(({ id }) => id !== changeId)) fetchPendingChanges().catch(() => undefined)
  }

  useLive('pendingChange', (event) => {
    if (event.action === 'asked') return fetchUnknown(event.id)
    const change = forgetPendingChange(event.id) ?? interrupted.current.get(event.id)
    const isInterrupted = interrupted.current.delete(event.id) && event.outcome === 'undone'
    const reason = isInterrupted ? 'ERR_CUSTOMER_WROTE' : event.reason
    if (!change || reason === null) return
    const { kind, contactName, ticketId } = change
    toast.warn(t(`shell.undo.stopped.${kind}`), {
      text: `${contactName} #${ticketId}: ${errorText(new ApiError(409, reason))}`,
    })
  })
  // The server would stop it, but only when it is due.
  useLive('message', (event) => {
    if (event.action !== 'create' || event.message.fromMe) return
    const { ticketId } = event.message
    const stopped = changes.find((change) => change.ticketId === ticketId && endsTicket(change))
    if (!stopped) return
    interrupted.current.set(stopped.id, stopped)
    undoPendingChange(stopped.id).catch(() => undefined)
  })
}

const endsTicket = ({ kind }: PendingChange) => kind === 'close' || kind === 'ignore'
