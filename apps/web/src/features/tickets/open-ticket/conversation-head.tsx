import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconArrowsExchange,
  IconCheck,
  IconDots,
  IconHistory,
  IconLayoutSidebarRight,
  IconPlugConnected,
  type IconProps,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar, AvatarStack } from '../../../ui/marks/avatar.tsx'
import { QueueMark } from '../../../ui/marks/marks.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import styles from './conversation-head.module.css'
import { useTicketActions } from '../ticket-actions.ts'
import type { ListedTicket } from '../ticket-lists.ts'

interface Person {
  id: number
  name: string
}

interface Props {
  ticket: ListedTicket
  /** Colleagues who have the ticket open; `writing` are those who are typing. */
  viewers: Person[]
  writing: Person[]
  isAdmin: boolean
  isDrawerOpen: boolean
  onToggleDrawer: () => void
  onBack: () => void
}

export function ConversationHead({ ticket, isAdmin, isDrawerOpen, onToggleDrawer, onBack, viewers, writing }: Props) {
  const { t } = useTranslation()
  return (
    <header className={styles.head}>
      <div className={styles.line}>
        <ActionIcon className={styles.back ?? ''} size={44} aria-label={t('tickets.head.back')} onClick={onBack}>
          <IconArrowLeft size={20} stroke={1.8} />
        </ActionIcon>
        <Contact ticket={ticket} isDrawerOpen={isDrawerOpen} onOpen={onToggleDrawer} />
        {viewers.length > 0 && <Company viewers={viewers} writing={writing} />}
        <Actions ticket={ticket} isAdmin={isAdmin} isDrawerOpen={isDrawerOpen} onToggleDrawer={onToggleDrawer} />
      </div>
    </header>
  )
}

/** Names are cut to 10 letters on a phone (docs/requirements/workspace.md, section 2). */
const shortName = 10

function Contact({
  ticket,
  isDrawerOpen,
  onOpen,
}: {
  ticket: ListedTicket
  isDrawerOpen: boolean
  onOpen: () => void
}) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const { contact, channel, queue, user, whatsapp, id } = ticket
  const short = (name: string) => (isPhone && name.length > shortName ? `${name.slice(0, shortName)}…` : name)
  return (
    <button
      type="button"
      className={styles.contact}
      aria-label={t('tickets.head.contact', { name: contact.name })}
      aria-expanded={isDrawerOpen}
      onClick={onOpen}
    >
      <Avatar name={contact.name} size={36} picture={contact.urlPicture} channel={channel} />
      <span className={styles.who}>
        <span className={styles.words}>
          <span className={`${styles.name} cut`}>{short(contact.name)}</span>
          <span className={styles.number}>#{id}</span>
        </span>
        <span className={`${styles.words} ${styles.meta}`}>
          <QueueMark queue={queue} />
          <span className={`${styles.dot} cut`}>
            {user ? (
              <>
                <span className={styles.prefix}>{t('tickets.head.assigned')} </span>
                {short(user.name)}
              </>
            ) : (
              t('tickets.noUser')
            )}
          </span>
          {whatsapp && <span className={`${styles.dot} ${styles.wide} cut`}>{whatsapp.name}</span>}
        </span>
      </span>
    </button>
  )
}

function Company({ viewers, writing }: { viewers: Person[]; writing: Person[] }) {
  const { t } = useTranslation()
  const [writer] = writing
  const label = writer
    ? t('tickets.head.writing', { name: writer.name })
    : t('tickets.head.viewing', { names: viewers.map(({ name }) => name).join(', '), count: viewers.length })
  return (
    <Tooltip label={label}>
      <span className={styles.company} role="status" aria-label={label}>
        <AvatarStack people={viewers} size={24} most={3} />
        {writer && <span>{t('tickets.head.isWriting')}</span>}
      </span>
    </Tooltip>
  )
}

type ActionsProps = Pick<Props, 'ticket' | 'isAdmin' | 'isDrawerOpen' | 'onToggleDrawer'>

function Actions({ ticket, isAdmin, isDrawerOpen, onToggleDrawer }: ActionsProps) {
  const { t } = useTranslation()
  const { transfer, returnToQueue, close, reopen, showLog } = useTicketActions()
  const isServed = ticket.status === 'open' || ticket.status === 'group'
  const isClosed = ticket.status === 'closed'
  return (
    <div className={styles.actions}>
      {ticket.status === 'open' && (
        <span className={styles.mid}>
          <Action
            label={t('tickets.action.returnToQueue')}
            icon={IconArrowBackUp}
            onClick={() => returnToQueue(ticket)}
          />
        </span>
      )}
      {!isClosed && (
        <span className={isServed ? styles.roomy : undefined}>
          <Action label={t('tickets.action.transferHint')} icon={IconArrowsExchange} onClick={() => transfer(ticket)} />
        </span>
      )}
      {isServed && (
        <Tooltip label={t('tickets.action.finishHint')}>
          <Button
            className={styles.close ?? ''}
            variant="light"
            size="xs"
            leftSection={<IconCheck size={16} />}
            onClick={() => close(ticket)}
          >
            {t('tickets.action.finish')}
          </Button>
        </Tooltip>
      )}
      {isClosed && (
        <Button
          className={styles.close ?? ''}
          variant="light"
          size="xs"
          leftSection={<IconRefresh size={16} />}
          onClick={() => reopen(ticket)}
        >
          {t('tickets.action.reopen')}
        </Button>
      )}
      {!isServed && (
        <span className={styles.mid}>
          <Action label={t('tickets.action.log')} icon={IconHistory} onClick={() => showLog(ticket)} />
        </span>
      )}
      <MoreMenu ticket={ticket} isAdmin={isAdmin} onToggleDrawer={onToggleDrawer} />
      <span className={styles.mid}>
        <Action
          label={t('tickets.head.drawer')}
          icon={IconLayoutSidebarRight}
          onClick={onToggleDrawer}
          isPressed={isDrawerOpen}
        />
      </span>
    </div>
  )
}

/** Less frequent or destructive actions, with labels. */
function MoreMenu({ ticket, isAdmin, onToggleDrawer }: Pick<ActionsProps, 'ticket' | 'isAdmin' | 'onToggleDrawer'>) {
  const { t } = useTranslation()
  const { transfer, returnToQueue, toggleIntegration, showLog, remove } = useTicketActions()
  const isPhone = useIsPhone()
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label={t('tickets.more')}>
          <IconDots size={18} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isPhone && (
          <Menu.Item leftSection={<IconLayoutSidebarRight size={16} />} onClick={onToggleDrawer}>
            {t('tickets.head.drawer')}
          </Menu.Item>
        )}
        {ticket.status !== 'closed' && (
          <Menu.Item leftSection={<IconArrowsExchange size={16} />} onClick={() => transfer(ticket)}>
            {t('tickets.action.transfer')}
          </Menu.Item>
        )}
        {ticket.status === 'open' && (
          <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => returnToQueue(ticket)}>
            {t('tickets.action.returnToQueue')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconHistory size={16} />} onClick={() => showLog(ticket)}>
          {t('tickets.action.log')}
        </Menu.Item>
        {ticket.status !== 'closed' && (
          <Menu.Item leftSection={<IconPlugConnected size={16} />} onClick={() => toggleIntegration(ticket)}>
            {t(ticket.useIntegration ? 'tickets.action.integrationOff' : 'tickets.action.integrationOn')}
          </Menu.Item>
        )}
        {isAdmin && (
          <>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => remove(ticket)}>
              {t('tickets.action.remove')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface ActionProps {
  label: string
  icon: ComponentType<IconProps>
  onClick: () => void
  isPressed?: boolean
}

function Action({ label, icon: Icon, onClick, isPressed }: ActionProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} aria-pressed={isPressed} onClick={onClick}>
        <Icon size={18} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}
