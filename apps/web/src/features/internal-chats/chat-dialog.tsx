import { type InternalChatView, limits } from '@guiche/contract'
import { MultiSelect, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { colleagues } from '../../lib/cache/colleagues.ts'
import { useMe } from '../../lib/session.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { useOpenDirectChat, useSaveChat } from './chats.api.ts'

interface Props {
  /** Undefined for a new one. */
  chat?: InternalChatView | undefined
  onSaved: (chat: InternalChatView) => void
  onClose: () => void
}

/** Title and members. It can be saved once there is a title and somebody to talk to. */
export function ChatDialog({ chat, onSaved, onClose }: Props) {
  const { t } = useTranslation()
  const me = useMe()
  const save = useSaveChat()
  const { data: people = [] } = useQuery(colleagues)
  const before = chat ? chat.users.map(({ userId }) => String(userId)).filter((id) => id !== String(me.id)) : []
  const [title, setTitle] = useState(chat?.title ?? '')
  const [members, setMembers] = useState(before)
  const [left, setLeft] = useState({ title: false, members: false })
  const isTitled = title.trim() !== ''
  const isDirty = title !== (chat?.title ?? '') || members.join() !== before.join()
  // The members have names before all colleagues are loaded.
  const known = new Map([...(chat?.users ?? []).map(({ user }) => user), ...people].map(({ id, name }) => [id, name]))
  known.delete(me.id)
  const data = [...known].map(([id, name]) => ({ value: String(id), label: name }))

  function submit() {
    if (!isTitled || members.length === 0) return
    save.mutate(
      { id: chat?.id, title: title.trim(), userIds: members.map(Number) },
      {
        onSuccess: (saved) => {
          toast.success(t('chats.saved'))
          onSaved(saved)
        },
      },
    )
  }

  return (
    <Dialog
      title={t(chat ? 'chats.edit' : 'chats.add')}
      action={t('ui.save')}
      isActionDisabled={!isTitled || members.length === 0}
      isBusy={save.isPending}
      isDirty={isDirty}
      showsConfirmKeys
      onClose={onClose}
      onSubmit={submit}
    >
      <TextInput
        data-autofocus
        withAsterisk
        label={t('chats.titleField')}
        maxLength={limits.chatTitle}
        autoComplete="off"
        value={title}
        error={left.title && !isTitled ? t('chats.titleRequired') : undefined}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        onBlur={() => setLeft({ ...left, title: true })}
      />
      <MultiSelect
        withAsterisk
        searchable
        label={t('chats.members')}
        description={t('chats.membersHint')}
        placeholder={members.length === 0 ? t('chats.choosePeople') : undefined}
        nothingFoundMessage={t('ui.nothingFound')}
        data={data}
        value={members}
        error={left.members && members.length === 0 ? t('chats.membersRequired') : undefined}
        onChange={setMembers}
        onBlur={() => setLeft({ ...left, members: true })}
      />
      {!chat && <DirectTalk data={data} onOpened={onSaved} />}
    </Dialog>
  )
}

/** A talk with one person needs no title. */
function DirectTalk({
  data,
  onOpened,
}: {
  data: { value: string; label: string }[]
  onOpened: (chat: InternalChatView) => void
}) {
  const { t } = useTranslation()
  const open = useOpenDirectChat()
  return (
    <Select
      searchable
      label={t('chats.direct')}
      description={t('chats.directHint')}
      placeholder={t('chats.choosePerson')}
      nothingFoundMessage={t('ui.nothingFound')}
      data={data}
      value={null}
      disabled={open.isPending}
      onChange={(id) => id !== null && open.mutate(Number(id), { onSuccess: onOpened })}
    />
  )
}
