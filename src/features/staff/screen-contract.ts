/** The paths of the screens of a person and of a role, which letters link to as well. */
export const staffPath = '/manage-staff-details'
export const rolePath = '/managerolesname'
