import type { ContactView } from '@guiche/contract'
import { ActionIcon, ScrollArea, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../lib/api-error.ts'
import { useLive } from '../../lib/live.ts'
import { Failure } from '../../ui/states/failure.tsx'
import { Section } from '../../ui/page/section.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { ContactDialog } from './contact-dialog.tsx'
import { ContactSwitches } from './contact-switches.tsx'
import styles from './contact-drawer.module.css'
import { Person } from './person.tsx'
import { contactOf } from './contacts.api.ts'

interface Props {
  contactId: number
  onClose: () => void
  /** Sections of other features: tags, campaigns, media, notes. */
  renderTags: (contact: ContactView) => ReactNode
  renderCampaigns: (contact: ContactView) => ReactNode
  media: ReactNode
  notes: ReactNode
}

export function ContactDrawer({ contactId, onClose, renderTags, renderCampaigns, media, notes }: Props) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const contact = useQuery(contactOf(contactId))
  useLive('contact', (event) => {
    if (event.action === 'reload' || (event.action !== 'delete' && event.contact.id === contactId))
      void cache.invalidateQueries({ queryKey: contactOf(contactId).queryKey })
  })

  return (
    <aside className={styles.drawer} aria-label={t('contacts.drawer.title')}>
      <header className={styles.head}>
        <h2>{t('contacts.drawer.title')}</h2>
        <ActionIcon aria-label={t('ui.close')} onClick={onClose}>
          <IconX size={18} stroke={1.8} />
        </ActionIcon>
      </header>
      <ScrollArea className={styles.body ?? ''} type="hover" scrollbarSize={8}>
        {contact.isPending && <Loading />}
        {contact.isError && !contact.data && (
          <Failure
            title={t('contacts.drawer.failed')}
            cause={causeOf(contact.error)}
            onRetry={() => void contact.refetch()}
          />
        )}
        {contact.data && (
          <Content
            contact={contact.data}
            tags={renderTags(contact.data)}
            campaigns={renderCampaigns(contact.data)}
            media={media}
            notes={notes}
          />
        )}
      </ScrollArea>
    </aside>
  )
}

interface ContentProps {
  contact: ContactView
  tags: ReactNode
  campaigns: ReactNode
  media: ReactNode
  notes: ReactNode
}

function Content({ contact, tags, campaigns, media, notes }: ContentProps) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'edit' | 'block'>()
  const close = () => setDialog(undefined)
  return (
    <>
      <Person contact={contact} onEdit={() => setDialog('edit')} onBlock={() => setDialog('block')} />
      {!contact.isGroup && <ContactSwitches contact={contact} />}
      {tags}
      {campaigns}
      {media}
      {notes}
      <Section title={t('contacts.extra.title')} action={t('ui.edit')} onAction={() => setDialog('edit')}>
        {contact.extraInfo.length === 0 && <p className={styles.nothing}>{t('contacts.extra.nothing')}</p>}
        <dl className={styles.extra}>
          {contact.extraInfo.map(({ id, name, value }) => (
            <div key={id}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      {dialog === 'edit' && <ContactDialog contact={contact} onClose={close} />}
      {dialog === 'block' && <BlockDialog contact={contact} onClose={close} />}
    </>
  )
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div className={styles.person} role="status" aria-busy aria-label={t('ui.loading')}>
      <Skeleton circle height={72} />
      <Skeleton width={140} height={14} mt={14} />
      <Skeleton width={120} height={11} mt={8} />
      <Skeleton width={180} height={30} mt={14} radius="md" />
    </div>
  )
}
