export { demoSong as firstSong } from "@jackfield/studio";
