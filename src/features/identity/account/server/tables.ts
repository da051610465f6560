import { type TableOf, table } from '#kit/server/table.ts'

const accountSettings = table('account_settings', {
  person_id: 'uuid',
  photo: 'uuid?',
  is_away: 'bool=',
  theme: 'text=',
  has_shortcuts: 'bool=',
  pins: '_text=',
  density: 'text=',
  lists: 'jsonb=',
  goes_on: 'bool=',
  hides_first_steps: 'bool=',
})

declare module '#kit/server/database.ts' {
  interface Tables {
    account_settings: TableOf<typeof accountSettings>
  }
}
