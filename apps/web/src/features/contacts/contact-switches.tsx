import type { ContactView } from '@guiche/contract'
import { Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import styles from './contact-drawer.module.css'
import { rememberContact, updateContact } from './contacts.api.ts'

/** Whether the bot answers the contact, and whether recordings of theirs are taken. */
export function ContactSwitches({ contact }: { contact: ContactView }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const change = useMutation({
    mutationFn: (values: { disableBot?: boolean; acceptAudioMessage?: boolean }) => updateContact(contact.id, values),
    onSuccess: (saved) => rememberContact(cache, saved),
  })
  const shown = { ...contact, ...(change.isPending && change.variables) }
  return (
    <section className={styles.switches} aria-label={t('contacts.switches.title')}>
      <Switch
        labelPosition="left"
        label={t('contacts.switches.bot')}
        checked={!shown.disableBot}
        onChange={({ currentTarget: { checked } }) => change.mutate({ disableBot: !checked })}
      />
      <Switch
        labelPosition="left"
        label={t('contacts.switches.audio')}
        checked={shown.acceptAudioMessage}
        onChange={({ currentTarget: { checked } }) => change.mutate({ acceptAudioMessage: checked })}
      />
    </section>
  )
}
