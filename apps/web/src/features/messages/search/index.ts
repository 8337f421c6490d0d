export { SearchBar } from './search-bar.tsx'
export { useConversationSearch } from './use-conversation-search.ts'
