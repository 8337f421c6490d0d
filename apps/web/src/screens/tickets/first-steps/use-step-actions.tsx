import type { Channel, ConnectionView, FirstSteps } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConnectionDialog } from '../../../features/connections/connection-dialog.tsx'
import { isPhone } from '../../../lib/sending/whatsapp-way.ts'
import { NewConnectionMenu } from '../../../features/connections/new-connection-menu.tsx'
import { LinkNumberDialog, MoveDialog, type NumberValues } from '../../../features/connections/official/index.ts'
import { QrDialog } from '../../../features/connections/pairing/index.ts'
import { chatPage } from '../../../features/connections/web-chat/index.ts'
import { QueueDialog } from '../../../features/queues/queue-dialog.tsx'
import { UserDialog } from '../../../features/users/user-dialog.tsx'
import { phoneText } from '../../../lib/phone.ts'
import { useCompanySettings } from '../../../lib/session.ts'
import type { Picks } from '../use-picks.ts'

type Variant = 'filled' | 'default'
type Name = keyof FirstSteps

type Opened =
  | { what: 'connection'; channel: Channel; connection?: ConnectionView; isJustMade?: boolean }
  | { what: 'code'; id: number }
  | { what: 'number' }
  | { what: 'move'; id: number; typed?: NumberValues | undefined }
  | { what: 'queue' }
  | { what: 'colleague' }

interface Options {
  steps: FirstSteps
  picks: Picks
}

/** What one does for each first step, in the dialogs of the administration. */
export function useStepActions({ steps, picks }: Options) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Opened>()
  const { connections, queues } = picks
  const [first] = connections
  const unlinked = connections.find((connection) => isPhone(connection) && connection.status !== 'CONNECTED')
  const chat = connections.find(({ channel }) => channel === 'webchat')
  const phone = connections.map(({ number }) => phoneText(number)).find((text) => 'text' in text)

  const button = (label: string, variant: Variant, run: () => void) => (
    <Button size="xs" variant={variant} onClick={run}>
      {label}
    </Button>
  )

  function actionOf(name: Name, variant: Variant): ReactNode {
    switch (name) {
      case 'connection':
        if (unlinked)
          return button(t('tickets.firstSteps.connection.link'), variant, () =>
            setOpened({ what: 'code', id: unlinked.id }),
          )
        return (
          <NewConnectionMenu
            variant={variant}
            onMake={(channel) => setOpened({ what: 'connection', channel })}
            onMakeOfficial={() => setOpened({ what: 'number' })}
          />
        )
      case 'queue':
        if (queues.length === 0 || !first) return button(t('queues.add'), variant, () => setOpened({ what: 'queue' }))
        return button(t('tickets.firstSteps.queue.choose'), variant, () =>
          setOpened({ what: 'connection', connection: first, channel: first.channel }),
        )
      case 'colleague':
        return button(t('users.add'), variant, () => setOpened({ what: 'colleague' }))
      case 'message':
        if (!steps.connection || phone || !chat) return null
        return (
          <Button
            size="xs"
            variant={variant}
            component="a"
            href={chatPage(chat.token)}
            target="_blank"
            rel="noopener"
            rightSection={<IconExternalLink size={15} stroke={1.8} aria-label={t('connections.install.newTab')} />}
          >
            {t('tickets.firstSteps.message.open')}
          </Button>
        )
    }
  }

  function textOf(name: Name): string {
    if (name === 'queue' && queues.length > 0 && first) return t('tickets.firstSteps.queue.unused')
    if (name !== 'message') return t(`tickets.firstSteps.${name}.text`)
    if (!steps.connection) return t('tickets.firstSteps.message.text')
    if (phone && 'text' in phone) return t('tickets.firstSteps.message.phone', { number: phone.text })
    return t('tickets.firstSteps.message.chat')
  }

  return { actionOf, textOf, dialog: <OpenedDialog opened={opened} onOpen={setOpened} picks={picks} /> }
}

interface DialogProps {
  opened: Opened | undefined
  onOpen: (next: Opened | undefined) => void
  picks: Picks
}

function OpenedDialog({ opened, onOpen, picks: { connections, queues } }: DialogProps) {
  const { scheduleType } = useCompanySettings()
  const close = () => onOpen(undefined)
  const move = (id: number, typed?: NumberValues) => onOpen({ what: 'move', id, typed })
  if (!opened) return null

  switch (opened.what) {
    case 'connection': {
      const { what: _what, ...edited } = opened
      return (
        <ConnectionDialog
          key={edited.connection?.id ?? 'new'}
          {...edited}
          isFirst={connections.length === 0}
          queues={queues}
          hasHours={scheduleType === 'connection'}
          onMade={(connection) =>
            // A web chat is ready at once, so show its script tag; a phone has to be linked first.
            onOpen(
              connection.channel === 'webchat'
                ? { what: 'connection', connection, channel: 'webchat', isJustMade: true }
                : { what: 'code', id: connection.id },
            )
          }
          onClose={close}
        />
      )
    }
    case 'code': {
      const connection = connections.find(({ id }) => id === opened.id)
      return connection ? (
        <QrDialog
          connection={connection}
          onMoveToOfficial={() => move(connection.id)}
          onMoveOfficial={move}
          onClose={close}
        />
      ) : null
    }
    case 'number':
      return <LinkNumberDialog onMade={close} onMoveInstead={move} onClose={close} />
    case 'move': {
      const connection = connections.find(({ id }) => id === opened.id)
      return connection ? (
        <MoveDialog connection={connection} typed={opened.typed} onMoved={close} onClose={close} />
      ) : null
    }
    case 'queue':
      return <QueueDialog others={queues} hasHours={scheduleType === 'queue'} onClose={close} />
    case 'colleague':
      return <UserDialog queues={queues} connections={connections} onClose={close} />
  }
}
