export { contactName } from '@errand/contract/visible-text'
